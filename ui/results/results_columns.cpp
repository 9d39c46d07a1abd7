// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows and columns the table of results has; what stands in them is in results_cells.cpp.
#include <algorithm>
#include <numeric>
#include <set>

#include "plan/spec.h"
#include "report/imported.h"
#include "report/main_metric.h"
#include "report/side_names.h"
#include "ui/look/settings.h"
#include "ui/results/results_model.h"

namespace duelo::ui {

namespace {

/// More variants would be cut at 1280 px: they have rows instead. One more beside another PC's, so
/// that the handout's column of a GPU that is not here keeps its title (S0-32, S0-33).
constexpr std::size_t kMostVariantColumns = 2, kMostBesideOthers = 3;
/// The most of PCs side by side, which have short names and no columns but those of their times.
constexpr std::size_t kMostSideBySide = 6;

/// The own columns, GPUs of others, and behind them what nobody asked for: their CPUs.
int placeBeside(const Comparison& comparison, const duelo::Column& column) {
    if (column.file == comparison.sources.front().file) return 0;
    return deviceOf(column.variant).isGpu() ? 1 : 2;
}

}  // namespace

const Spec* ResultsModel::spec() const {
    if (!m_comparison || m_comparison->rows.empty()) return nullptr;
    return m_comparison->find(experimentIn(*m_comparison));
}

/// Files of another experiment may stand beside: a table has rows of one.
const std::string& ResultsModel::experimentIn(const Comparison& comparison) const {
    const bool table = m_table && *m_table < comparison.tables.size();
    return comparison.rows[table ? comparison.tables[*m_table].rows.front() : 0].experiment;
}

/// Whose titles the columns have; empty where rows of several experiments stand together.
std::string ResultsModel::titledAs(const Comparison& comparison) const {
    const bool table = m_table && *m_table < comparison.tables.size();
    return table ? experimentIn(comparison) : duelo::experimentOf(comparison);
}

std::vector<std::size_t> ResultsModel::rowsOf(const Comparison& comparison) const {
    if (m_table && *m_table < comparison.tables.size()) return comparison.tables[*m_table].rows;
    std::vector<std::size_t> all(comparison.rows.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

/// Estimates stand apart. Side by side there is no room for a device that nothing is measured on.
bool ResultsModel::hasRoom(const Comparison& comparison, const ReportCell& cell) const {
    if (isSimulated(comparison.sources[cell.source])) return false;
    return !isSideBySide() || cell.status != Status::Skipped;
}

std::vector<std::string> ResultsModel::sideNames(const Comparison& comparison) const {
    std::vector<std::string> names;
    if (m_labels->areSideBySide()) {
        for (std::size_t c = 0; c < comparison.columns.size(); ++c)
            names.push_back(m_labels->columnName(c));
    } else if (spec() && comparison.columns.size() <= kMostSideBySide && bringsItsCpu(comparison) &&
               !eachHasMore(comparison)) {
        std::vector<std::string> axes;
        for (const Axis& axis : spec()->axes)
            if (axis.role == AxisRole::Variant) axes.push_back(axis.id);
        names = sideNamesOf(comparison, axes, m_text.of(duelo::experimentOf(comparison)));
    }
    return names;
}

bool ResultsModel::eachHasMore(const Comparison& comparison) const {
    return spec() &&
           (spec()->steps || !tableMetrics(*spec(), comparison, rowsOf(comparison)).empty());
}

std::vector<ResultsModel::Line> ResultsModel::linesOf(const Comparison& comparison) const {
    const std::vector<std::size_t> rows = rowsOf(comparison);
    std::set<std::size_t> filled, files;
    for (const std::size_t r : rows)
        for (const ReportCell& cell : comparison.rows[r].cells) {
            files.insert(comparison.sources[cell.source].file);
            if (hasRoom(comparison, cell)) filled.insert(cell.column);
        }
    const bool more = eachHasMore(comparison);
    const std::size_t most = isSideBySide()     ? kMostSideBySide
                             : files.size() > 1 ? kMostBesideOthers
                                                : kMostVariantColumns;
    std::vector<Line> lines;
    for (const std::size_t r : rows) {
        if (!more && filled.size() <= most) {
            lines.push_back({r, std::nullopt});
            continue;
        }
        for (const ReportCell& cell : comparison.rows[r].cells)
            if (filled.contains(cell.column)) lines.push_back({r, cell.column});
    }
    return lines;
}

/// Whether two rows have different values of an axis; most rows are many, and most axes the same.
bool ResultsModel::differs(const std::string& axis, const Comparison& comparison,
                           const std::vector<Line>& lines) {
    const Json* first = nullptr;
    return std::ranges::any_of(lines, [&](const Line& line) {
        const Params& work = comparison.rows[line.row].work;
        if (!work.has(axis)) return false;
        const Json& value = work.at(axis);
        if (!first) first = &value;
        return value != *first;
    });
}

/// Adds a column for each axis in which the rows differ; where they differ in none, one for the
/// case.
void ResultsModel::addCaseColumns(std::vector<Column>& columns, const Comparison& comparison,
                                  const std::vector<Line>& lines) const {
    const std::string experiment = titledAs(comparison);
    for (const Axis& axis : spec() ? spec()->axes : std::vector<Axis>()) {
        if (axis.role != AxisRole::Case) continue;
        if (differs(axis.id, comparison, lines))
            columns.push_back(
                {Column::Axis, qs(duelo::columnTitle(m_text, experiment, axis.id)), axis.id});
    }
    const bool many =
        std::ranges::any_of(lines, [&](const Line& line) { return line.row != lines.front().row; });
    if (columns.empty() && (many || !lines.front().column))
        columns.push_back({Column::Case, qs(m_text("report.column_case"))});
}

std::vector<ResultsModel::Column> ResultsModel::columnsFor(const Comparison& comparison,
                                                           const std::vector<Line>& lines) const {
    if (lines.empty()) return {};
    std::set<std::size_t> filled;
    for (const Line& line : lines)
        for (const ReportCell& cell : comparison.rows[line.row].cells)
            if (hasRoom(comparison, cell)) filled.insert(cell.column);
    std::vector<Column> columns;
    addCaseColumns(columns, comparison, lines);
    const auto figures = lines.front().column ? lineColumns(comparison, lines, filled)
                                              : variantColumns(comparison, filled);
    columns.insert(columns.end(), figures.begin(), figures.end());
    return columns;
}

std::vector<ResultsModel::Column> ResultsModel::variantColumns(
    const Comparison& comparison, const std::set<std::size_t>& filled) const {
    std::vector<std::size_t> ordered(filled.begin(), filled.end());
    if (isSideBySide())
        std::ranges::stable_sort(ordered, {}, [&](std::size_t c) {
            return placeBeside(comparison, comparison.columns[c]);
        });
    std::vector<Column> columns;
    for (const std::size_t c : ordered)
        columns.push_back({Column::Time, timeTitle(comparison, c), {}, c});
    if (isSideBySide()) {  // how many times as fast each is stands below its time
        for (Column& column : columns)
            column.help =
                qs(m_labels->wholeName(column.column) + ". " +
                   m_labels->provenance(comparison.sourceOf(comparison.columns[column.column])));
        return columns;
    }
    for (const std::size_t c : filled) {
        if (!comparison.base_column || c == *comparison.base_column) continue;
        const bool only = filled.size() == 2;
        columns.push_back(
            {Column::Ratio,
             only ? qs(m_text("results.ratio"))
                  : qs(m_text("results.ratio_of", {{"variant_name", m_labels->columnName(c)}})),
             {},
             c});
        columns.push_back({Column::Verdict, qs(m_text("results.verdict")), {}, c});
    }
    return columns;
}

/// Returns what a metric says, for below its title; nothing where the experiment has no words.
QString ResultsModel::metricHelp(const std::string& metric) const {
    const Text text = m_text.of(spec()->id);
    const std::string key = "metric_help." + metric;
    return text.has(key) ? qs(text(key)) : QString();
}

/// Rates of bytes and operations have one unit, in the title: that of the fastest.
ResultsModel::Column ResultsModel::metricColumn(const Comparison& comparison,
                                                const std::vector<Line>& lines,
                                                const MetricSpec& metric) const {
    Column column{.kind = Column::Metric,
                  .title = qs(duelo::columnTitle(m_text, titledAs(comparison), metric.id)),
                  .id = metric.id,
                  .help = metricHelp(metric.id)};
    if (metric.unit != "byte/s" && metric.unit != "flop/s") return column;
    double fastest = 0;
    for (const Line& line : lines)
        if (const Metric* told =
                comparison.rows[line.row].cells[*line.column].result.metric(metric.id))
            fastest = std::max(fastest, told->value);
    if (fastest <= 0) return column;  // none is known yet
    column.rate = rateUnitFor(fastest, metric.unit);
    column.title += QString(" (%1)").arg(qs(column.rate.symbol));
    return column;
}

/// A metric that none of the rows has needs no column; what is still measured may have it.
std::vector<ResultsModel::Column> ResultsModel::lineColumns(
    const Comparison& comparison, const std::vector<Line>& lines,
    const std::set<std::size_t>& filled) const {
    const std::string experiment = titledAs(comparison);
    std::vector<Column> columns{{Column::Variant, qs(m_text("report.column_variant"))},
                                {Column::Time, qs(duelo::timeTitle(m_text, experiment, m_unit))}};
    bool compares = true;
    if (spec()) {
        for (const MetricSpec* metric : tableMetrics(*spec(), comparison, rowsOf(comparison)))
            if (std::ranges::any_of(lines, [&](const Line& line) {
                    const ReportCell& cell = comparison.rows[line.row].cells[*line.column];
                    return !cell.status || cell.result.metric(metric->id);
                }))
                columns.push_back(metricColumn(comparison, lines, *metric));
        compares = spec()->compares;
    }
    if (!compares || !comparison.base_column || filled.size() < 2) return columns;
    columns.push_back({Column::Ratio, qs(m_text("results.ratio"))});
    columns.push_back({Column::Verdict, qs(m_text("results.verdict"))});
    return columns;
}

/// The handout's titles where one CPU stands against one GPU (S0-19, S0-32, S0-33).
QString ResultsModel::timeTitle(const Comparison& comparison, std::size_t column) const {
    const auto beside = [&] {
        return qs(m_text("results.time_beside",
                         {{"unit", m_unit.symbol}, {"variant_name", m_sideNames[column]}}));
    };
    if (m_labels->areSideBySide()) return beside();
    const auto& [file, variant] = comparison.columns[column];
    const auto alike = std::count_if(
        comparison.columns.begin(), comparison.columns.end(), [&](const duelo::Column& other) {
            return other.file == file && deviceOf(other.variant).kind() == deviceOf(variant).kind();
        });
    const duelo::Role role = comparison.sourceOf(comparison.columns[column]).role;
    const bool isOneOfTheRole =
        std::ranges::count_if(comparison.columns, [&](const duelo::Column& other) {
            return comparison.sourceOf(other).role == role && deviceOf(other.variant).isGpu();
        }) == 1;
    const bool gpu = deviceOf(variant).isGpu();
    // "CPU time" of a program would be another figure than how long it took.
    if (!variant.has("device") && comparison.columns.size() == 1)
        return qs(duelo::timeTitle(m_text, titledAs(comparison), m_unit));
    const bool inSeconds = variant.has("device") && m_unit == TimeUnit{};
    const Json unit{{"unit", m_unit.symbol}};
    if (inSeconds && alike == 1 && role == duelo::Role::Own)
        return qs(m_text(gpu ? "report.column_gpu" : "report.column_cpu", unit));
    if (inSeconds && alike == 1 && gpu && isOneOfTheRole)
        return qs(markedTitle(m_text(role == duelo::Role::Shared ? "report.column_gpu_shared"
                                                                 : "report.column_gpu_reference",
                                     unit),
                              comparison.sourceOf(comparison.columns[column]), m_text));
    if (isSideBySide()) return beside();
    return qs(m_text("results.time_of",
                     {{"unit", m_unit.symbol}, {"variant_name", m_labels->columnName(column)}}));
}

}  // namespace duelo::ui
