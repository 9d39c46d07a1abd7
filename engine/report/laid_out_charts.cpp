// SPDX-License-Identifier: Apache-2.0
// The charts of a View with a layout (layout.h).
#include <algorithm>
#include <cmath>
#include <set>

#include "base/power_text.h"
#include "plan/spec.h"
#include "report/comparison_steps.h"
#include "report/figure_cells.h"
#include "report/layout.h"
#include "report/series_look.h"
#include "report/time_charts.h"
#include "report/view.h"

namespace duelo {

const Metric* laid_out::metricOf(const ReportCell& cell, const std::string& id) {
    return cell.measured() ? cell.result.metric(id) : nullptr;
}

std::optional<int> laid_out::decimalsOf(const MetricSpec* spec, const ResultRecord& result) {
    const Metric* error = spec && !spec->off_by.empty() ? result.metric(spec->off_by) : nullptr;
    if (!error || !isPositive(error->value)) return std::nullopt;
    constexpr double kRounding = 1e-9;
    constexpr int kMostDecimals = 15;
    const double first = -std::floor(std::log10(error->value) + kRounding);
    return static_cast<int>(std::clamp(first + 1, 0.0, double{kMostDecimals}));
}

const MetricSpec* laid_out::metricSpec(const Spec& spec, const std::string& id) {
    const auto found = std::ranges::find(spec.metrics, id, &MetricSpec::id);
    return found == spec.metrics.end() ? nullptr : &*found;
}

const ReportCell* laid_out::anyWith(const Row& row, const std::string& metric) {
    const auto found = std::ranges::find_if(
        row.cells, [&](const ReportCell& cell) { return metricOf(cell, metric) != nullptr; });
    return found == row.cells.end() ? nullptr : &*found;
}

std::string laid_out::titleOfTable(const Row& row, const Labels& labels) {
    const Spec* spec = labels.comparison().find(row.experiment);
    const Text text = labels.text().of(row.experiment);
    return spec ? tableTitleOf(spec, row.work, text) : text.word("experiment", row.experiment);
}

namespace {

using namespace laid_out;

/// The text "title.<tab>" or, where one side alone is shown, "title.<tab>_cpu" and
/// "title.<tab>_gpu"; else the title of the table.
std::string titleOfTab(const ChartTab& tab, const Shown& shown, const Row& row) {
    const Text text = shown.labels.text().of(row.experiment);
    const Spec* spec = shown.comparison.find(row.experiment);
    bool cpu = false, gpu = false;
    for (const std::size_t r : shown.rows())
        for (const ReportCell& cell : shown.comparison.rows[r].cells)
            if (cell.timed() || (shown.isLive() && !cell.status)) {
                const Params& variant = shown.comparison.columns[cell.column].variant;
                (deviceOf(variant).isCpu() ? cpu : gpu) = true;
            }
    const std::string key = "title." + tab.id;
    const std::string side = key + (cpu == gpu ? "" : cpu ? "_cpu" : "_gpu");
    for (const std::string& one : {side, key})
        if (spec && text.has(one)) return text(one, caseArgs(*spec, row.work, nullptr, text));
    return titleOfTable(row, shown.labels);
}

void addPoint(LinesValue::Series& line, const Shown& shown, CellAt at, const std::string& axis,
              const Figure& figure) {
    const Row& row = shown.comparison.rows[at.row];
    const Metric* found = metricOf(row.cells[at.column], figure.metric);
    if (!found || !row.work.has(axis)) return;
    line.points.push_back({.x = row.work.real(axis),
                           .y = found->value / figure.unit,
                           .interval = scaled(found->ci95, 1 / figure.unit),
                           .cell = at});
}

/// A line of the figure over `axis` for each variant, or one for all.
std::vector<LinesValue::Series> figureSeries(const Shown& shown, const std::string& axis,
                                             const Figure& figure, const std::string& name) {
    const Comparison& comparison = shown.comparison;
    std::vector<LinesValue::Series> lines;
    const auto add = [&](LinesValue::Series line) {
        if (line.points.empty()) return;
        std::ranges::stable_sort(line.points, {}, &LinesValue::Point::x);
        const auto repeated = std::ranges::unique(line.points, {}, &LinesValue::Point::x);
        line.points.erase(repeated.begin(), repeated.end());
        lines.push_back(std::move(line));
    };
    if (figure.of_case) {
        LinesValue::Series line{.name = name};
        for (const std::size_t row : shown.rows())
            if (const ReportCell* cell = anyWith(comparison.rows[row], figure.metric))
                addPoint(line, shown, {row, cell->column}, axis, figure);
        add(std::move(line));
        return lines;
    }
    for (const std::size_t column : shown.columns()) {
        LinesValue::Series line{.name = shown.labels.columnName(column),
                                .style = styleOf(comparison, column)};
        for (const std::size_t row : shown.rows())
            addPoint(line, shown, {row, column}, axis, figure);
        add(std::move(line));
    }
    return lines;
}

void describe(LinesValue& chart, const Figure& figure, NumberStyle numbers) {
    for (const LinesValue::Series& line : chart.series) {
        chart.description += (chart.description.empty() ? "" : " ") + line.name + ": ";
        for (const LinesValue::Point& point : line.points)
            chart.description +=
                (&point == &line.points.front() ? "" : "; ") + chart.xText(point.x, numbers) +
                ", " +
                (figure.symbol.empty() ? readableText(point.y, numbers)
                                       : measuredText(point.y, point.interval, numbers));
        chart.description += ".";
    }
}

/// Draws a bound that all variants have alike once.
void addBounds(LinesValue& chart, std::vector<LinesValue::Series> bounds) {
    for (LinesValue::Series& line : bounds) {
        const bool known = std::ranges::any_of(chart.series, [&](const auto& other) {
            return other.dashed && other.points.size() >= line.points.size() &&
                   other.points.front().y == line.points.front().y;
        });
        if (known) continue;
        line.dashed = true;
        chart.series.push_back(std::move(line));
    }
}

/// The line of a figure that all variants have alike: what its cases have in common, else the
/// experiment.
std::string commonName(const Row& row, const Labels& labels) {
    const Text text = labels.text().of(row.experiment);
    const Spec* spec = labels.comparison().find(row.experiment);
    const Json args = spec ? caseArgs(*spec, row.work, nullptr, text) : Json::object();
    const std::string common = textIn(args, "common");
    return common.empty() ? text.word("experiment", row.experiment) : common;
}

/// Returns the first row axis in whose numbers the cases differ that have it, else the first that
/// any has; where cases make no tables, what they were swept over. Empty: none.
std::string drawnAxis(const Shown& shown, const Row& row) {
    std::string any;
    for (const RowAxis& axis : viewOf(shown.comparison, row).layout.rows) {
        std::set<double> values;
        for (const std::size_t r : shown.rows())
            if (const auto value = shown.comparison.rows[r].work.optionalReal(axis.axis))
                values.insert(*value);
        if (values.size() > 1) return axis.axis;
        if (!values.empty() && any.empty()) any = axis.axis;
    }
    return any.empty() ? sweptAxis(shown) : any;
}

LinesValue figureLines(const ChartTab& tab, const Shown& shown, const Row& row,
                       const std::string& id) {
    const Text text = shown.labels.text().of(row.experiment);
    const Figure& figure = tab.figure;
    const std::string name = columnTitle(text, row.experiment, figure.code());
    const std::string lineName = commonName(row, shown.labels);
    LinesValue out{.title = shown.labels.withCommon(titleOfTab(tab, shown, row)),
                   .y_title = figure.symbol.empty() ? name : figure.symbol,
                   .y_unit = figure.symbol.empty() ? "" : " " + figure.symbol,
                   .log_x = true,
                   .log_y = true};
    titleX(out, shown, id);
    out.series = figureSeries(shown, id, figure, lineName);
    describe(out, figure, text.numbers());
    if (!tab.bound.empty()) {
        Figure bound = figure;
        bound.metric = tab.bound;
        addBounds(out, figureSeries(shown, id, bound, lineName));
        out.full_name = name;
        out.dashed_name = columnTitle(text, row.experiment, tab.bound);
    }
    return out;
}

ChartValue timesOfTable(const ChartTab& tab, const Shown& shown, const Row& row) {
    ChartValue chart = timesChart(shown, rowName);
    // The groups of several rows have their names, and that of a table whose cases differ in
    // nothing is the title.
    const bool named =
        shown.rows().size() == 1 &&
        (!shown.table || !rowAxesOf(viewOf(shown.comparison, row), row.work).empty());
    const std::string title = shown.labels.withCommon(titleOfTab(tab, shown, row),
                                                      named ? rowName(row, shown.labels) : "");
    std::visit([&](auto& kind) { kind.title = title; }, chart);
    return chart;
}

}  // namespace

std::vector<ChartValue> chartsOf(const ChartTab& tab, const Shown& shown) {
    if (tab.make) return tab.make(shown);
    const Row* row = shown.chosenRow();
    if (!row) return {};
    if (tab.figure.isTime()) return {timesOfTable(tab, shown, *row)};
    const std::string axis = drawnAxis(shown, *row);
    if (axis.empty()) return {};
    return {ChartValue(figureLines(tab, shown, *row, axis))};
}

}  // namespace duelo
