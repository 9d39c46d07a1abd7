// SPDX-License-Identifier: Apache-2.0
// Where the layers of a network lie under the roofs of their machine (P-05). Nobody times a layer
// by itself: what is told of them is counted, and the time of the call is what was measured.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "experiments/roofs/view.h"
#include "report/imported.h"
#include "report/series_look.h"

namespace duelo {

std::optional<LayersUnderRoofs> layersUnderRoofs(const Comparison& comparison, const Row& row,
                                                 const ReportCell& cell) {
    const View& view = viewOf(comparison, row);
    if (!view.layers || !cell.timed() || isBrought(comparison, cell)) return std::nullopt;
    const MachineRoofs roofs = roofsOf(comparison, cell);
    const auto* flop = roofs.flopIn(precisionOf(comparison, cell));
    if (!flop || !roofs.memory) return std::nullopt;
    LayersUnderRoofs out{.flop_per_s = flop->per_s, .memory_per_s = roofs.memory->per_s};
    for (View::Layer& layer : view.layers(row, comparison.columns[cell.column].variant)) {
        const double by_flop_ms = 1e3 * layer.flop / flop->per_s;
        const double by_memory_ms = 1e3 * layer.bytes / roofs.memory->per_s;
        const double least_ms = std::max(by_flop_ms, by_memory_ms);
        out.least_ms += least_ms;
        if (by_memory_ms > by_flop_ms) {
            out.memory_ms += least_ms;
            ++out.by_memory;
        }
        out.layers.push_back(std::move(layer));
    }
    return out.layers.empty() ? std::nullopt : std::optional(std::move(out));
}

std::string layersText(const LayersUnderRoofs& under, const Summary& measured,
                       const Labels& labels) {
    return labels.text()("roofs.layers_line",
                         {{"layers", under.layers.size()},
                          {"by_memory", under.by_memory},
                          {"memory_percent", 100 * under.memory_ms / under.least_ms},
                          {"least_text", labels.timeText(under.least_ms)},
                          {"measured_text", labels.timeText(measured)}});
}

/// Each at the most that its roofs let it reach, beside the whole call as it was measured.
std::optional<ChartValue> layersChart(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || !column) return std::nullopt;
    const ReportCell& cell = row->cells[*column];
    const auto under = layersUnderRoofs(shown.comparison, *row, cell);
    const auto whole = rooflinePoint(cell);
    if (!under || !whole) return std::nullopt;
    const Text& text = shown.labels.text();
    LinesValue out = emptyRoofline(
        text("roofs.layers_title", {{"case_name", shown.labels.caseName(*row)},
                                    {"variant_name", shown.labels.columnName(*column)}}),
        text("roofs.layers_at_most"), text);
    const int style = styleOf(shown.comparison, *column);
    LinesValue::Series layers{.name = text("roofs.layers_series"), .style = style, .dashed = true};
    for (const View::Layer& layer : under->layers) {
        if (!(layer.flop > 0) || !(layer.bytes > 0)) continue;  // additions have no place here
        const double per_byte = layer.flop / layer.bytes;
        const double by_memory = per_byte * under->memory_per_s;
        layers.points.push_back(
            {.x = per_byte,
             .y = std::min(under->flop_per_s, by_memory) / 1e9,
             .note = layer.name + ": " +
                     text(by_memory < under->flop_per_s ? "roofs.layer_memory"
                                                        : "roofs.layer_compute")});
    }
    if (layers.points.empty()) return std::nullopt;
    std::ranges::stable_sort(layers.points, {}, &LinesValue::Point::x);
    out.series.push_back(std::move(layers));
    const auto at = static_cast<std::size_t>(row - shown.comparison.rows.data());
    out.series.push_back({.name = text("roofs.layers_whole"),
                          .style = style,
                          .points = {{.x = whole->flop_per_byte,
                                      .y = whole->flop_per_s / 1e9,
                                      .cell = CellAt{at, *column}}}});
    out.description = layersText(*under, *cell.result.summary, shown.labels);
    return out;
}

}  // namespace duelo
