// SPDX-License-Identifier: Apache-2.0
// What a network makes of the photographs themselves: the maps of a layer, the plane of its last
// features, and its answers as a table.
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "experiments/inference/view.h"
#include "experiments/work_names.h"
#include "report/axis_scale.h"
#include "report/long_table_line.h"

namespace duelo {
namespace {

/// A legend of more classes would leave the chart no room.
constexpr std::size_t kNamedClasses = 12;
constexpr int kTicksOfPlane = 7;

/// Returns the first of a row that has it: what is made once for a case stands in one of its
/// results.
template <typename T>
std::optional<T> firstIn(const Row& row, std::optional<T> (*read)(const ResultRecord&)) {
    for (const ReportCell& cell : row.cells)
        if (auto found = read(cell.result)) return found;
    return std::nullopt;
}

/// Returns what was recognised, most often first, and how often.
std::vector<std::pair<std::string, std::size_t>> classesOf(const FeaturePlane& plane,
                                                           const Text& text) {
    std::vector<std::pair<std::string, std::size_t>> classes;
    for (const FeaturePlane::Point& point : plane.points) {
        std::string name = className(point.top, text);
        const auto known =
            std::ranges::find(classes, name, [](const auto& one) { return one.first; });
        if (known == classes.end())
            classes.emplace_back(std::move(name), 1);
        else
            ++known->second;
    }
    std::ranges::stable_sort(classes, std::ranges::greater{},
                             [](const auto& one) { return one.second; });
    return classes;
}

ScatterValue planeChart(const Row& row, const FeaturePlane& plane, const Text& text) {
    const auto classes = classesOf(plane, text);
    const auto styleOfClass = [&](const std::string& name) {
        const auto at = std::ranges::find(classes, name, [](const auto& one) { return one.first; });
        return static_cast<int>(
            std::min(static_cast<std::size_t>(at - classes.begin()), kNamedClasses));
    };
    ScatterValue out{.title = text("plane.title", {{"model_name", networkName(row.work, text)},
                                                   {"photographs", plane.points.size()}}),
                     .x_title = text("plane.x", {{"share_percent", 100 * plane.x_share}}),
                     .y_title = text("plane.y", {{"share_percent", 100 * plane.y_share}}),
                     .log_y = false};
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < plane.points.size(); ++i) {
        const FeaturePlane::Point& point = plane.points[i];
        const std::string name = className(point.top, text);
        low = std::min(low, point.x);
        high = std::max(high, point.x);
        out.marks.push_back(
            {.x = point.x,
             .y = point.y,
             .style = styleOfClass(name),
             .owner = i,
             .words = text("plane.point", {{"input_name", inputName(point.input, text)},
                                           {"class", name},
                                           {"share_percent", 100 * point.top.probability}})});
    }
    const AxisScale scale = linearScale(low, high, kTicksOfPlane, text.numbers());
    out.x_low = scale.low;
    out.x_high = scale.high;
    for (const AxisTick& tick : scale.ticks) out.ticks.push_back({tick.value, tick.label});
    for (std::size_t k = 0; k < std::min(classes.size(), kNamedClasses); ++k)
        out.names.push_back({classes[k].first, static_cast<int>(k)});
    if (classes.size() > kNamedClasses)
        out.names.push_back({text("plane.others"), static_cast<int>(kNamedClasses)});
    out.description =
        text("plane.described", {{"photographs", plane.points.size()},
                                 {"classes", classes.size()},
                                 {"share_percent", 100 * (plane.x_share + plane.y_share)}});
    return out;
}

TilesValue mapsChart(const Row& row, const LayerMaps& maps, const Text& text) {
    const auto side = [&](std::size_t i) { return i < maps.shape.size() ? maps.shape[i] : 0; };
    const std::string layer = visibleText(maps.layer);
    TilesValue out{.title = text("maps.title", {{"model_name", networkName(row.work, text)},
                                                {"input_name", inputName(inputOf(row.work), text)},
                                                {"layer", layer}})};
    out.tiles.push_back({maps.received, {text("maps.received")}});
    for (std::size_t i = 0; i < maps.maps.size(); ++i)
        out.tiles.push_back({maps.maps[i], {text("maps.map", {{"number", i + 1}})}});
    const bool placed = side(1) > 1 || side(2) > 1;
    out.description =
        text(placed ? "maps.note" : "maps.note_values", {{"layer", layer},
                                                         {"channels", side(0)},
                                                         {"height", side(1)},
                                                         {"width", side(2)},
                                                         {"shown", maps.maps.size()}});
    return out;
}

bool isTooFew(const Row& row) {
    const std::size_t count = picturesIn(inferenceCase(row.work)).size();
    return row.work.at("input").is_array() && count < kLeastForPlane;
}

}  // namespace

std::vector<ChartValue> planeCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "inference") return {};
    const auto plane = firstIn(*row, featurePlaneOf);
    if (!plane || plane->points.empty()) return {};
    return {planeChart(*row, *plane, shown.labels.text())};
}

LongTable picturesTable(const Comparison& comparison) {
    using namespace long_table;
    LongTable table;
    const AxisColumns axes(comparison, AxisColumns::Detail::Short);
    for (const Row& row : comparison.rows) {
        if (!row.work.at("input").is_array()) continue;
        std::map<std::string, FeaturePlane::Point> places;
        if (const auto plane = firstIn(row, featurePlaneOf))
            for (const FeaturePlane::Point& point : plane->points) places[point.input] = point;
        for (const ReportCell& cell : row.cells)
            for (const PictureClasses& picture : recognisedAll(row.work, cell.result)) {
                const TopClass& top = picture.top.front();
                const auto place = places.find(picture.input);
                const auto at = [&](double FeaturePlane::Point::*axis) {
                    return place == places.end() ? LongTable::Value{} : number(place->second.*axis);
                };
                Line line(table, table.rows.empty());
                line.put("file", textValue(comparison.sources[cell.source].file_name));
                line.put("cell", textValue(cell.id));
                axes.put(line, row.work, comparison.columns[cell.column].variant);
                line.put("photograph", textValue(baseName(picture.input)));
                line.put("top1_class", std::int64_t{top.index});
                line.put("top1_label", textValue(top.label));
                line.put("top1_probability", number(top.probability));
                line.put("plane_x", at(&FeaturePlane::Point::x));
                line.put("plane_y", at(&FeaturePlane::Point::y));
            }
    }
    return table;
}

std::vector<DocSection> pictureSections(const Comparison& comparison, const Labels& labels) {
    const Text text = labels.text().of("inference");
    DocSection section{text("maps.heading"), {}, false};
    for (const Row& row : comparison.rows) {
        if (row.experiment != "inference") continue;
        if (const auto maps = firstIn(row, layerMapsOf))
            section.blocks.emplace_back(ChartValue(mapsChart(row, *maps, text)));
        if (const auto plane = firstIn(row, featurePlaneOf); plane && !plane->points.empty()) {
            ScatterValue chart = planeChart(row, *plane, text);
            section.blocks.emplace_back(
                DocParagraph{text("plane.note", {{"values", plane->values}})});
            section.blocks.emplace_back(ChartValue(std::move(chart)));
        } else if (isTooFew(row)) {
            section.blocks.emplace_back(
                DocParagraph{text("plane.too_few", {{"case_name", labels.caseName(row)},
                                                    {"least", kLeastForPlane}})});
        }
    }
    return {std::move(section)};
}

}  // namespace duelo
