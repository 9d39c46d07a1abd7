// SPDX-License-Identifier: Apache-2.0
// A photograph beside its map (S2-41).
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "experiments/max_pool/view.h"

namespace duelo {

namespace {

using Brightness = std::vector<double>;

/// Returns the numbers under a name in the output of a result; empty unless it has that many.
Brightness brightnessIn(const ResultRecord& result, const char* name, std::int64_t count) {
    Brightness values;
    const auto found = result.output.find(name);
    if (found == result.output.end() || !found->is_array()) return values;
    for (const Json& value : *found)
        if (value.is_number()) values.push_back(value.get<double>());
    if (std::cmp_not_equal(values.size(), count)) values.clear();
    return values;
}

double meanOf(const Brightness& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

GridsValue::Grid greyGrid(std::string title, const Brightness& values, std::int64_t side,
                          const Text& text) {
    GridsValue::Grid grid{.title = std::move(title), .columns = static_cast<std::size_t>(side)};
    for (const double value : values)
        grid.cells.push_back({.text = formatFixed(value, 0, text.numbers()),
                              .grey = std::clamp(value / double{kBrightest}, 0.0, 1.0)});
    return grid;
}

}  // namespace

std::vector<ChartValue> poolPictureCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "max_pool") return {};
    const PoolCase work = poolCase(row->work);
    if (work.input != PoolInput::Picture) return {};
    const Text& text = shown.labels.text();
    for (const ReportCell& cell : row->cells) {
        const Brightness picture = brightnessIn(cell.result, "input", work.elements()),
                         map = brightnessIn(cell.result, "map", work.windows());
        if (picture.empty() || map.empty()) continue;
        Json args{{"size", work.size}, {"out", work.out()}};
        const auto told = [&](double value) { return formatFixed(value, 0, text.numbers()); };
        args.update(
            {{"elements_text", told(static_cast<double>(work.elements()))},
             {"windows_text", told(static_cast<double>(work.windows()))},
             {"share_text", text.value("share_percent", 100 * static_cast<double>(work.windows()) /
                                                            static_cast<double>(work.elements()))},
             {"before_text", told(meanOf(picture))},
             {"after_text", told(meanOf(map))}});
        GridsValue out{.title = shown.labels.caseName(*row)};
        out.grids = {greyGrid(text("max_pool.picture_grid", args), picture, work.size, text),
                     greyGrid(text("max_pool.picture_map", args), map, work.out(), text)};
        out.grids.back().sign = "→";
        out.words = {text("max_pool.picture_numbers", args),
                     text("max_pool.picture_brighter", args)};
        out.description = out.words.front() + " " + out.words.back();
        return {std::move(out)};
    }
    return {};
}

}  // namespace duelo
