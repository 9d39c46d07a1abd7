// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/results_model.h"

#include <algorithm>
#include <utility>

#include "experiments/inference/output.h"
#include "experiments/training/events.h"
#include "experiments/training/output.h"
#include "report/document.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

const ColumnRatio* ratioAt(const Row& row, std::size_t column) {
    const auto found = std::find_if(row.ratios.begin(), row.ratios.end(),
                                    [column](const ColumnRatio& r) { return r.column == column; });
    return found == row.ratios.end() ? nullptr : &*found;
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

ResultsModel::ResultsModel(const RunModel& run, const Text& text, QObject* parent)
    : QAbstractTableModel(parent), m_run(run), m_text(text) {
    connect(&run, &RunModel::changed, this, &ResultsModel::rebuild);
    connect(&run, &RunModel::liveChanged, this, &ResultsModel::updateLive);
    rebuild();
}

void ResultsModel::setTable(std::optional<std::size_t> table) {
    if (table == m_table) return;
    m_table = table;
    rebuild();
}

void ResultsModel::setExperiments(std::vector<std::string> experiments) {
    m_experiments = std::move(experiments);
    rebuild();
}

const Comparison* ResultsModel::shown() const {
    const bool wanted = m_experiments.empty() ||
                        std::find(m_experiments.begin(), m_experiments.end(), m_run.experiment()) !=
                            m_experiments.end();
    return wanted ? m_run.comparison() : nullptr;
}

void ResultsModel::rebuild() {
    std::vector<Line> lines;
    std::vector<Column> columns;
    const Comparison* comparison = shown();
    m_labels = comparison ? std::make_unique<Labels>(*comparison, m_text) : nullptr;
    if (comparison) {
        lines = linesOf(*comparison);
        columns = columnsFor(*comparison, lines);
    }
    // A run that grows keeps its shape: the selection and the scroll position stay.
    if (lines == m_lines && columns == m_columns) {
        updateLive();
        return;
    }
    beginResetModel();
    m_lines = std::move(lines);
    m_columns = std::move(columns);
    endResetModel();
}

void ResultsModel::updateLive() {
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
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return column.title;
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter) | int(Qt::TextWordWrap) |
               int(column.kind <= Column::Size ? Qt::AlignLeft : Qt::AlignRight);
    return {};
}

QVariant ResultsModel::data(const QModelIndex& index, int role) const {
    const Comparison* comparison = shown();
    if (!index.isValid() || !comparison || !m_labels) return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    if (line.row >= comparison->rows.size()) return {};
    const Row& row = comparison->rows[line.row];
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
    if (at >= row.cells.size()) return {};
    switch (column.kind) {
        case Column::Time:
            return timeData(row, at, role);
        case Column::Accuracy:
            return accuracyData(row.cells[at], role);
        case Column::Ratio:
        case Column::Verdict:
            return ratioData(row, at, column.kind, role);
        default:
            break;
    }
    if (role != Qt::DisplayRole) return {};
    switch (column.kind) {
        case Column::Model:
            return qs(modelName(row.work));
        case Column::Input:
            return qs(m_labels->inputName(row.work));
        case Column::Variant:
            return qs(m_labels->columnName(at));
        case Column::Batch:
            return QString::number(row.work.integer("batch", 1));
        default:
            return QString("%1 × %1").arg(row.work.integer("size_px"));
    }
}

QVariant ResultsModel::timeData(const Row& row, std::size_t column, int role) const {
    const ReportCell& cell = row.cells[column];
    if (!cell.timed()) return missingData(cell, role);
    const Summary& summary = *cell.result.summary;
    switch (role) {
        case Qt::DisplayRole:
            return qs(secondsCell(summary.median_ms, m_text.numbers()).text);
        case ValueRole:
            return summary.median_ms / 1000;
        case Qt::ToolTipRole:
            return tooltip(cell);
        case DetailRole: {
            QStringList parts;
            if (summary.ci95_ms) {
                const double half = 50 * summary.ci95_ms->width() / summary.median_ms;
                parts << qs(m_text("results.precision",
                                   {{"width", formatSignificant(half, 2, m_text.numbers())}}));
            }
            for (const std::string& flag : cell.result.flags)
                parts << qs(m_text.word("flag", flag));
            return parts.join(" · ");
        }
        default:
            return {};
    }
}

/// Of the test part where the cell is done; before, of the validation part, which is preliminary.
QVariant ResultsModel::accuracyData(const ReportCell& cell, int role) const {
    const auto percent = [this](double share) { return qs(m_text.value("share_percent", share)); };
    const Metric* accuracy = cell.measured() ? cell.result.metric("test_accuracy") : nullptr;
    if (accuracy) {
        if (role == Qt::DisplayRole) return percent(100 * accuracy->value);
        if (role == ValueRole) return accuracy->value;
        QString interval;
        if (const auto& ci = accuracy->ci95)
            interval = qs(m_text("results.interval_short",
                                 {{"low", percent(100 * ci->low).toStdString()},
                                  {"high", percent(100 * ci->high).toStdString()}}));
        if (role == DetailRole) return interval;
        if (role != Qt::ToolTipRole) return {};
        const auto trained = trainedOf(cell.result);
        if (!trained) return interval;
        return qs(m_text("results.tip_accuracy",
                         {{"epoch", trained->best_epoch}, {"epochs", trained->epochs}})) +
               '\n' + interval;
    }
    if (role == MutedRole) return true;
    if (role != Qt::DisplayRole) return {};
    if (!m_run.isAwaited(cell)) return QString("–");
    if (const auto epochs = epochsOf(cell); !epochs.empty())
        return qs(
            m_text("results.validation", {{"share_percent", 100 * epochs.back().valid_accuracy}}));
    return QString("–");
}

QVariant ResultsModel::missingData(const ReportCell& cell, int role) const {
    if (role == MutedRole) return true;
    const LiveCell* live = m_run.liveOf(cell);
    if (role == Qt::ToolTipRole && cell.status && cell.reason)
        return qs(m_text.reason(*cell.reason));
    const bool counts = live && !live->kept_ms.empty();
    if (role == DetailRole && counts && live->estimate)
        return qs(m_text("results.measuring", {{"n", live->kept_ms.size()}}));
    if (role != Qt::DisplayRole) return {};
    if (counts && live->estimate)
        return qs(formatDuration(live->estimate->median, m_text.numbers()));
    if (counts) return qs(m_text("results.measuring", {{"n", live->kept_ms.size()}}));
    if (live && !live->stage.empty()) return qs(m_text("results.stage", {{"stage", live->stage}}));
    if (m_run.isAwaited(cell)) return qs(m_text("results.pending"));
    // Done, but after the first call, which is never mixed with what is repeated.
    if (!cell.reason) return qs(m_text("results.first_only"));
    return qs(m_labels->causeText(*cell.reason, cell.status));
}

QVariant ResultsModel::ratioData(const Row& row, std::size_t column, Column::Kind kind,
                                 int role) const {
    const ColumnRatio* ratio = ratioAt(row, column);
    // The row that the others are held against says so (S4-31).
    if (!ratio && kind == Column::Ratio && role == Qt::DisplayRole &&
        shown()->base_column == column && row.cells[column].timed())
        return qs(m_text("training.base"));
    if (!ratio || !ratio->estimate) {
        const bool bothMeasured =
            ratio && row.cells[ratio->base].timed() && row.cells[ratio->column].timed();
        if (role == Qt::DisplayRole)
            return bothMeasured ? qs(m_text("results.no_ratio")) : QString("–");
        if (role == Qt::ToolTipRole && ratio && ratio->reason)
            return qs(m_text.reason(*ratio->reason));
        return role == MutedRole ? QVariant(true) : QVariant();
    }
    const RatioEstimate& e = *ratio->estimate;
    if (kind == Column::Verdict) {
        if (role == Qt::DisplayRole) return qs(m_text.word("verdict", verdictName(e.verdict)));
        if (role == ToneRole) return toneOf(e.verdict);
        if (role == Qt::ToolTipRole && e.doubt != Doubt::None)
            return qs(m_text.word("doubt", doubtName(e.doubt)));
        return {};
    }
    const int decimals = decimalsFor(e.ratio);
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
        case Qt::ToolTipRole:
            return qs(m_labels->intervalText(e, e.ci95, decimals));
        default:
            return {};
    }
}

QString ResultsModel::tooltip(const ReportCell& cell) const {
    const Summary& summary = *cell.result.summary;
    QStringList lines{
        qs(m_text("results.tip_median", {{"median_ms", summary.median_ms}, {"n", summary.n}}))};
    if (summary.ci95_ms)
        lines << qs(m_text("results.tip_interval",
                           {{"low_ms", summary.ci95_ms->low}, {"high_ms", summary.ci95_ms->high}}));
    for (const std::string& flag : cell.result.flags)
        lines << qs(m_text.word("flag", flag) + ": " + m_text.word("flag_help", flag));
    const Identity* weights = cell.result.identity("weights");
    const std::vector<TopClass> top = topClassesOf(cell.result);
    if (weights && weights->origin != kRandomOrigin && !top.empty())
        lines << qs(
            m_text("results.tip_class", {{"class", className(top.front(), m_text)},
                                         {"share_percent", top.front().probability * 100}}));
    return lines.join('\n');
}

}  // namespace duelo::ui
