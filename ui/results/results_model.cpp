// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/results_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QTextDocument>

#include "base/power_text.h"
#include "experiments/specs.h"
#include "experiments/work_names.h"
#include "plan/spec.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/tabs.h"
#include "report/view.h"
#include "ui/form/tip.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

const ColumnRatio* ratioAt(const Row& row, std::size_t column) {
    const auto found = std::find_if(row.ratios.begin(), row.ratios.end(),
                                    [column](const ColumnRatio& r) { return r.column == column; });
    return found == row.ratios.end() ? nullptr : &*found;
}

/// Progress of work that has steps: the last step that it told.
struct StepsDone {
    std::string title;  ///< of the column that counts them
    std::int64_t done = 0;
    int count = 0;
};

std::optional<StepsDone> stepOf(const Comparison& comparison, const Row& row,
                                const ReportCell& cell) {
    const Spec* spec = comparison.find(row.experiment);
    if (!spec || !spec->steps) return std::nullopt;
    for (const EventSpec& kind : spec->events) {
        if (kind.step.empty()) continue;
        const auto last = std::find_if(cell.events.rbegin(), cell.events.rend(),
                                       [&](const EventRecord& e) { return e.kind == kind.kind; });
        if (last != cell.events.rend())
            return StepsDone{kind.step, last->fields.value(kind.step, std::int64_t{0}),
                             spec->steps(row.work).count};
    }
    return std::nullopt;
}

/// A title breaks between words. A longer word is the name of a file, and loses its middle.
QString narrowed(const QString& title) {
    constexpr int kLongestWord = 20;
    QStringList words = title.split(' ');
    for (QString& word : words)
        if (const auto end = kLongestWord / 2; word.size() > kLongestWord)
            word = word.left(end) + QChar(0x2026) + word.right(end - 1);
    return words.join(' ');
}

const char* toneOf(Verdict verdict) {
    switch (verdict) {
        case Verdict::Faster:
            return "good";
        case Verdict::Slower:
            return "bad";
        case Verdict::Same:
        case Verdict::Inconclusive:
            break;
    }
    return "neutral";
}

}  // namespace

ResultsModel::ResultsModel(const RunStore& run, const Text& text, QObject* parent)
    : QAbstractTableModel(parent), m_run(run), m_text(text) {}

void ResultsModel::refresh(std::optional<std::size_t> table, bool shown) {
    std::vector<Line> lines;
    std::vector<Column> columns;
    m_table = table;
    m_comparison = shown ? m_run.comparison() : nullptr;
    m_labels = m_comparison ? std::make_unique<Labels>(*m_comparison, m_text, m_run.preliminary())
                            : nullptr;
    m_sideNames = m_comparison ? sideNames(*m_comparison) : std::vector<std::string>();
    m_views = m_comparison ? viewsBeside(*m_comparison) : std::vector<const View*>();
    if (m_comparison) {
        lines = linesOf(*m_comparison);
        m_unit = m_labels->timeUnit();
        columns = columnsFor(*m_comparison, lines);
    }
    // A run that grows keeps its shape: the selection and the scroll position stay.
    const bool same = lines == m_lines && columns == m_columns;
    if (!same) beginResetModel();
    m_lines = std::move(lines);
    m_columns = std::move(columns);
    m_note = m_comparison ? noteOf(*m_comparison) : QString();
    if (same) return refreshLive();
    endResetModel();
}

QString ResultsModel::noteOf(const Comparison& comparison) const {
    const auto differs = [&](const Line& line) {
        const Row& row = comparison.rows[line.row];
        return std::ranges::any_of(m_columns, [&](const Column& column) {
            const bool told = column.kind == (isSideBySide() ? Column::Time : Column::Ratio);
            const ColumnRatio* ratio =
                told ? ratioAt(row, line.column.value_or(column.column)) : nullptr;
            return ratio && m_labels->isNotQuotient(row, *ratio);
        });
    };
    return std::ranges::any_of(m_lines, differs) ? qs(m_text("report.ratio_not_quotient"))
                                                 : QString();
}

void ResultsModel::refreshLive() {
    if (m_lines.empty() || m_columns.empty()) return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ResultsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int ResultsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ResultsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = m_columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return narrowed(column.title);
    if (role == Qt::AccessibleTextRole) return column.title;
    if (role == Qt::ToolTipRole)
        return column.help.isEmpty() ? column.title : column.title + '\n' + briefTip(column.help);
    if (role == Qt::WhatsThisRole) return Qt::convertFromPlainText(column.help);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) | int(Qt::TextWordWrap) |
               int(column.kind <= Column::Variant ? Qt::AlignLeft : Qt::AlignRight);
    return {};
}

QVariant ResultsModel::data(const QModelIndex& index, int role) const {
    // What a view asks for between a change of the run and the next refresh() is of neither.
    if (!index.isValid() || !m_comparison || m_comparison != m_run.comparison()) return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    if (line.row >= m_comparison->rows.size()) return {};
    const Row& row = m_comparison->rows[line.row];
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    if (role == RowRole) return static_cast<qulonglong>(line.row);
    if (role == ColumnRole)
        return line.column ? QVariant(static_cast<qulonglong>(*line.column)) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role).toInt() & ~Qt::TextWordWrap;
    if (role == Qt::AccessibleTextRole) {
        const QString detail = data(index, DetailRole).toString();
        return column.title + ": " + data(index, Qt::DisplayRole).toString() +
               (detail.isEmpty() ? detail : ", " + detail);
    }
    const std::size_t at = line.column.value_or(column.column);
    if (at >= m_comparison->columns.size()) return {};
    switch (column.kind) {
        case Column::Time:
            return timeData(row, at, role);
        case Column::Metric:
            return metricData(row, row.cells[at], column, role);
        case Column::Ratio:
        case Column::Verdict:
            return ratioData(row, at, column.kind, role);
        default:
            break;
    }
    if (role == ValueRole && column.kind == Column::Axis) return axisValue(row, column.id);
    // The tip is whole where the name is not.
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    switch (column.kind) {
        case Column::Axis:
            return axisText(row, column.id);
        case Column::Variant:
            return qs(role == Qt::ToolTipRole ? m_labels->wholeName(at) : m_labels->columnName(at));
        default:
            return qs(m_labels->caseName(row));
    }
}

/// Returns an axis value as a number, in the unit in which it is shown; invalid for a word, and
/// where a unit follows, which would be lost.
QVariant ResultsModel::axisValue(const Row& row, const std::string& id) const {
    const Axis* axis = spec() ? spec()->find(id) : nullptr;
    if (!row.work.has(id) || !row.work.at(id).is_number() || axisText(row, id).contains(' '))
        return {};
    return row.work.at(id).get<double>() / (axis ? axis->per_typed : 1);
}

/// A number with its unit, a word as it is called, a file without its folder.
QString ResultsModel::axisText(const Row& row, const std::string& id) const {
    if (!row.work.has(id)) return QString("–");
    const Json& value = row.work.at(id);
    const Axis* axis = spec() ? spec()->find(id) : nullptr;
    if (axis && axis->kind == AxisKind::Work && value.is_object())
        return qs(workName(value, m_text));
    if (value.is_object()) return qs(visibleText(value.value("name", "")));
    if (value.is_string()) {
        const auto text = value.get<std::string>();
        const bool isWord = !axis || std::ranges::find(axis->words, text) != axis->words.end();
        return qs(isWord ? m_text.word(id, text) : inputName(text, m_text));
    }
    if (value.is_boolean()) return qs(m_text(value.get<bool>() ? "note.yes" : "note.no"));
    const double number = value.get<double>() / (axis ? axis->per_typed : 1);
    if (axis && axis->unit == kByteUnit) return qs(formatBytes(number, m_text.numbers()));
    const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
    const QString figure = qs(whole ? formatFixed(number, 0, m_text.numbers())
                                    : formatSignificant(number, 4, m_text.numbers()));
    // "Size (px)" above has said it.
    const QString unit = axis ? qs(axis->unit) : QString();
    const bool told =
        columnTitle(m_text, row.experiment, id).find('(' + unit.toStdString()) != std::string::npos;
    return unit.isEmpty() || told ? figure : figure + ' ' + unit;
}

QVariant ResultsModel::timeData(const Row& row, std::size_t column, int role) const {
    const ReportCell& cell = row.cells[column];
    if (!cell.timed()) return missingData(row, cell, role);
    const Summary& summary = *cell.result.summary;
    switch (role) {
        case Qt::DisplayRole:
            return qs(timeCell(summary.median_ms, summary.ci95_ms, m_unit, m_text.numbers()).text);
        case ValueRole:
            return m_unit.of(summary.median_ms);
        case Qt::ToolTipRole: {
            const QString verdict = isSideBySide() ? ratioTip(row, column) : QString();
            return verdict.isEmpty() ? tooltip(row, cell) : verdict + '\n' + tooltip(row, cell);
        }
        case DetailRole: {
            if (const LiveCell* again = m_run.repeatOf(cell)) return againText(*again);
            QStringList parts;
            if (isSideBySide() && ratioAt(row, column))
                parts << ratioMark(row, column);
            else if (summary.ci95_ms)
                parts << qs(m_labels->precisionText(summary));
            if (const std::string beside = textBeside(m_views, *m_comparison, row, cell, m_text);
                !beside.empty())
                parts << qs(beside);
            // What the flags are is in the tip.
            if (!cell.result.flags.empty()) parts << (isDoubtful(cell.result) ? "⚠" : "*");
            return parts.join(" · ");
        }
        default:
            return {};
    }
}

/// Returns how many times as fast a column is as the base, as short as beside a point of a chart;
/// "–": no factor is told.
QString ResultsModel::ratioMark(const Row& row, std::size_t column) const {
    const QVariant said = ratioData(row, column, Column::Ratio, Qt::DisplayRole);
    if (ratioData(row, column, Column::Ratio, MutedRole).toBool()) return said.toString();
    return qs(m_text("results.ratio_mark", {{"ratio", said.toString().toStdString()}}));
}

/// Returns what the columns of ratio and verdict would say in their tips.
QString ResultsModel::ratioTip(const Row& row, std::size_t column) const {
    if (!ratioAt(row, column)) return {};
    QStringList lines;
    for (const auto& [kind, role] : {std::pair(Column::Verdict, int(Qt::DisplayRole)),
                                     std::pair(Column::Ratio, int(Qt::ToolTipRole))})
        if (const QString line = ratioData(row, column, kind, role).toString(); !line.isEmpty())
            lines << line;
    return lines.join('\n');
}

/// The figures above are the old ones until the new ones are there.
QString ResultsModel::againText(const LiveCell& again) const {
    return again.kept_ms.empty() ? qs(m_text("results.again"))
                                 : qs(m_text("results.again_n", {{"n", again.kept_ms.size()}}));
}

/// Returns the metric of a result; before there is one, what the work told of it so far, which is
/// preliminary.
QVariant ResultsModel::metricData(const Row& row, const ReportCell& cell, const Column& column,
                                  int role) const {
    const std::string& id = column.id;
    const auto said = [this, &column](const Metric& metric, double value) {
        const int digits = measuredDigits(metric.value, metric.ci95);
        const auto known = std::ranges::find(spec()->metrics, column.id, &MetricSpec::id);
        if (known->share) return qs(m_text.value("share_percent", 100 * value));
        // The title has said the unit.
        if (metric.unit.ends_with("/s"))
            return qs(readableText(value / column.rate.per_s, m_text.numbers(), digits));
        // What is counted has no digits behind the sign.
        const bool whole = metric.unit.empty() && std::floor(value) == value;
        const QString figure = qs(whole ? formatFixed(value, 0, m_text.numbers())
                                        : readableText(value, m_text.numbers(), digits));
        const bool titled = column.title.endsWith('(' + qs(metric.unit) + ')');
        return metric.unit.empty() || titled ? figure : figure + ' ' + qs(metric.unit);
    };
    const Metric* metric = cell.measured() ? cell.result.metric(id) : nullptr;
    if (metric) {
        if (role == Qt::DisplayRole) return said(*metric, metric->value);
        if (role == ValueRole) return metric->value / column.rate.per_s;
        if (role == Qt::ToolTipRole) return tooltip(row, cell);
        if (role != DetailRole || !metric->ci95) return {};
        QString low = said(*metric, metric->ci95->low);
        const QString high = said(*metric, metric->ci95->high);
        // A unit that both have stands once, behind both.
        if (low.contains(' ') && low.section(' ', -1) == high.section(' ', -1))
            low = low.section(' ', 0, -2);
        return qs(m_text("results.interval_short",
                         {{"low", low.toStdString()}, {"high", high.toStdString()}}));
    }
    if (role == MutedRole) return true;
    if (role != Qt::DisplayRole) return {};
    const View& view = viewOf(*m_comparison, row);
    if (!m_run.isAwaited(cell) || !view.so_far) return QString("–");
    const std::string told = view.so_far(cell, id, m_text);
    return told.empty() ? QString("–") : qs(told);
}

QVariant ResultsModel::missingData(const Row& row, const ReportCell& cell, int role) const {
    if (role == MutedRole) return true;
    const LiveCell* live = m_run.liveOf(cell);
    if (role == Qt::ToolTipRole && cell.status && cell.reason)
        return qs(m_text.reason(*cell.reason));
    const bool counts = live && !live->kept_ms.empty();
    if (role == DetailRole && counts && live->estimate)
        return qs(m_text("results.measuring", {{"n", live->kept_ms.size()}}));
    if (role != Qt::DisplayRole) return {};
    if (const auto step = m_run.isAwaited(cell) ? stepOf(*m_comparison, row, cell) : std::nullopt)
        return qs(m_text("results.step",
                         {{"step_title", duelo::columnTitle(m_text, row.experiment, step->title)},
                          {"n", step->done},
                          {"count", step->count}}));
    if (counts && live->estimate) {
        const MedianEstimate& so_far = *live->estimate;
        return qs(timeCell(so_far.median, so_far.ci95, m_unit, m_text.numbers()).text);
    }
    if (counts) return qs(m_text("results.measuring", {{"n", live->kept_ms.size()}}));
    if (live && !live->stage.empty()) return qs(m_text("results.stage", {{"stage", live->stage}}));
    if (m_run.isAwaited(cell)) return qs(m_text("results.pending"));
    // Done, but after the first call, which is never mixed with what is repeated.
    if (!cell.reason) return qs(m_text("results.first_only"));
    return qs(m_labels->causeText(*cell.reason, cell.status));
}

/// A lower bound is muted and has its sign, so that nobody takes it for a factor.
QVariant ResultsModel::loadedData(const LoadedDirection& loaded, Column::Kind kind,
                                  int role) const {
    if (role == MutedRole) return true;
    if (role != Qt::DisplayRole) return {};
    if (kind == Column::Verdict)
        return qs(
            m_text(loaded.candidate_faster ? "results.loaded_faster" : "results.loaded_slower"));
    return qs(m_text(
        loaded.candidate_faster ? "results.bar_at_least_faster" : "results.bar_at_least_slower",
        {{"bound_text", boundText(loaded, m_text)}}));
}

QVariant ResultsModel::ratioData(const Row& row, std::size_t column, Column::Kind kind,
                                 int role) const {
    const ColumnRatio* ratio = ratioAt(row, column);
    // The row that the others are held against says so (S4-31).
    if (!ratio && kind == Column::Ratio && role == Qt::DisplayRole &&
        m_comparison->base_column == column && row.cells[column].timed())
        return qs(m_text("results.base"));
    const auto why = ratio ? m_labels->whyNoFactor(row, *ratio) : std::nullopt;
    if (role == Qt::ToolTipRole && why) return briefTip(qs(m_text.reason(*why)));
    if (const std::string unchecked =
            ratio && !why ? uncheckedText(*m_comparison, *ratio, m_text) : std::string();
        !unchecked.empty() && kind == Column::Verdict) {
        if (role == Qt::DisplayRole) return qs(m_text("results.unchecked"));
        if (role == MutedRole) return true;
        return role == Qt::ToolTipRole ? QVariant(qs(unchecked)) : QVariant();
    }
    if (ratio && ratio->loaded) return loadedData(*ratio->loaded, kind, role);
    // Where no factor is told the verdict is none either: the row has a sign that it is doubtful.
    if (ratio && ratio->estimate && kind == Column::Verdict && !why) {
        const RatioEstimate& e = *ratio->estimate;
        if (role == Qt::DisplayRole) return qs(m_text.word("verdict", verdictName(e.verdict)));
        if (role == ToneRole) return toneOf(e.verdict);
        if (role == Qt::ToolTipRole && e.doubt != Doubt::None) return qs(doubtText(e, m_text));
        return {};
    }
    if (!ratio || why) {
        if (role == Qt::DisplayRole) return QString("–");  // why is in the tip
        return role == MutedRole ? QVariant(true) : QVariant();
    }
    const RatioEstimate& e = *ratio->estimate;
    const int decimals = decimalsFor(e.ratio, e.ci95);
    switch (role) {
        case Qt::DisplayRole:
            return qs(formatFixed(e.ratio, decimals, m_text.numbers()));
        case ValueRole:
            return e.ratio;
        case DetailRole:
            if (!e.ci95) return {};
            return qs(m_text("results.interval_short",
                             {{"low", formatFixed(e.ci95->low, decimals, m_text.numbers())},
                              {"high", formatFixed(e.ci95->high, decimals, m_text.numbers())}}));
        case Qt::ToolTipRole:  // the note below the table says all of it
            return m_labels->isNotQuotient(row, *ratio)
                       ? briefTip(qs(m_text("report.ratio_not_quotient")))
                       : qs(m_labels->intervalText(e, e.ci95, decimals));
        default:
            return {};
    }
}

QString ResultsModel::tooltip(const Row& row, const ReportCell& cell) const {
    QStringList lines;
    const Source& source = m_comparison->sources[cell.source];
    if (provenanceOf(source.header))
        lines << qs(m_labels->provenance(source));
    else if (const auto& summary = cell.result.summary)
        lines << qs(m_text("results.tip_median",
                           {{"median_text", m_labels->timeText(*summary)}, {"n", summary->n}}));
    if (const auto& summary = cell.result.summary; summary && summary->ci95_ms)
        lines << qs(m_text(
            "results.tip_interval",
            {{"range_text", rangeText(m_unit.of(summary->median_ms),
                                      scaled(summary->ci95_ms, m_unit.per_ms), m_text.numbers()) +
                                " " + m_unit.symbol}}));
    for (const std::string& flag : cell.result.flags) lines << qs(m_text.word("flag", flag));
    for (const std::string& note :
         notesOf(m_comparison->find(row.experiment), row.work, cell, *m_labels))
        lines << qs(note);
    return briefTip(lines.join('\n'));
}

}  // namespace duelo::ui
