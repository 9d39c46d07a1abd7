// SPDX-License-Identifier: GPL-3.0-or-later
// The figures in the table of results, with what stands beside them and in their tips.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/power_text.h"
#include "plan/spec.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/tabs.h"
#include "report/view.h"
#include "ui/form/tip.h"
#include "ui/look/settings.h"
#include "ui/results/results_model.h"

namespace duelo::ui {

namespace {

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
            if (isSideBySide() && row.ratioOf(column))
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
    if (!row.ratioOf(column)) return {};
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
    const ColumnRatio* ratio = row.ratioOf(column);
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
