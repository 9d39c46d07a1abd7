// SPDX-License-Identifier: Apache-2.0
// Where results stand under the roofs of their machine (Williams, Waterman, Patterson: Roofline,
// Communications of the ACM 52, 2009).
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "experiments/roofs/view.h"
#include "report/series_look.h"

namespace duelo {

namespace {

/// The factor by which the roofs go on beyond the points and the ridge.
constexpr double kBeyond = 4;

struct Placed {
    const Row* row;
    const ReportCell* cell;
    RooflinePoint point;

    [[nodiscard]] std::size_t rowIn(const Comparison& comparison) const {
        return static_cast<std::size_t>(row - comparison.rows.data());
    }
};

/// Results under two roofs of their own machine, in ascending operations for each byte.
std::vector<Placed> placedIn(const Comparison& comparison) {
    std::vector<Placed> placed;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            const auto point = rooflinePoint(cell);
            if (!point) continue;
            const MachineRoofs roofs = roofsOf(comparison, cell);
            if (roofs.memory && roofs.flopIn(precisionOf(comparison, cell)))
                placed.push_back({&row, &cell, *point});
        }
    std::ranges::stable_sort(placed, {}, [](const Placed& one) { return one.point.flop_per_byte; });
    return placed;
}

std::string pointNote(const Comparison& comparison, const Placed& one, const Labels& labels) {
    return labels.caseName(*one.row) + ": " +
           heldUpText(roofsOf(comparison, *one.cell), precisionOf(comparison, *one.cell), one.point,
                      labels.text());
}

LinesValue::Series roofLine(const MachineRoofs& roofs, Precision precision, std::string name,
                            int style, const Interval& span) {
    const double flop = roofs.flopIn(precision)->per_s, memory = roofs.memory->per_s;
    const double ridge = flop / memory;
    LinesValue::Series line{.name = std::move(name), .style = style, .dashed = true};
    line.points = {{.x = span.low, .y = std::min(flop, span.low * memory) / 1e9},
                   {.x = ridge, .y = flop / 1e9},
                   {.x = span.high, .y = std::min(flop, span.high * memory) / 1e9}};
    return line;
}

}  // namespace

LinesValue emptyRoofline(std::string title, std::string dashed, const Text& text) {
    return {.title = std::move(title),
            .x_title = text("roofs.roofline_x"),
            .y_title = text("roofs.roofline_y"),
            .x_unit = " FLOP/byte",
            .y_unit = " GFLOP/s",
            .full_name = text("roofs.roofline_measured"),
            .dashed_name = std::move(dashed),
            .log_x = true,
            .log_y = true};
}

std::vector<ChartValue> rooflineCharts(const Shown& shown) {
    const Comparison& c = shown.comparison;
    const std::vector<Placed> placed = placedIn(c);
    if (placed.empty()) return {};
    const Text& text = shown.labels.text();
    LinesValue out = emptyRoofline(text("roofs.roofline_title"), text("roofs.roofline_roof"), text);
    Interval span{placed.front().point.flop_per_byte, placed.back().point.flop_per_byte};
    for (const Placed& one : placed) {
        const MachineRoofs roofs = roofsOf(c, *one.cell);
        const double ridge = roofs.flopIn(precisionOf(c, *one.cell))->per_s / roofs.memory->per_s;
        span = {std::min(span.low, ridge), std::max(span.high, ridge)};
    }
    span = {span.low / kBeyond, span.high * kBeyond};
    std::set<std::tuple<std::string, Device, Precision>> drawn;
    for (std::size_t column = 0; column < c.columns.size(); ++column) {
        LinesValue::Series points{.name = shown.labels.columnName(column),
                                  .style = styleOf(c, column)};
        const Placed* any = nullptr;
        for (const Placed& one : placed) {
            if (one.cell->column != column) continue;
            any = &one;
            // A gap after each: nothing lies between two results.
            points.points.push_back({.x = one.point.flop_per_byte,
                                     .y = one.point.flop_per_s / 1e9,
                                     .note = pointNote(c, one, shown.labels),
                                     .cell = CellAt{one.rowIn(c), column}});
            points.points.push_back(
                {.x = one.point.flop_per_byte, .y = std::numeric_limits<double>::quiet_NaN()});
            out.description += (out.description.empty() ? "" : "; ") + points.name + ", " +
                               pointNote(c, one, shown.labels);
        }
        if (any == nullptr) continue;
        const Precision precision = precisionOf(c, *any->cell);
        const Device device = deviceOf(c.columns[column].variant);
        const std::string& machine = c.sources[any->cell->source].header.machine.id;
        if (drawn.emplace(machine, device, precision).second)
            out.series.push_back(
                roofLine(roofsOf(c, *any->cell), precision, points.name, points.style, span));
        out.series.push_back(std::move(points));
    }
    std::vector<ChartValue> charts{std::move(out)};
    if (auto layers = layersChart(shown)) charts.push_back(*std::move(layers));
    return charts;
}

std::string shareOfRoofs(const Comparison& comparison, const Row& row, const ReportCell& cell,
                         const Text& text) {
    if (row.experiment == "roofs") return {};
    const auto most = reachedRoofs(comparison, cell).most();
    return most ? text("roofs.share_beside", {{"share_percent", 100 * *most}}) : std::string();
}

}  // namespace duelo
