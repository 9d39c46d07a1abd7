// SPDX-License-Identifier: Apache-2.0
// What the charts, cases and variants of a class are called.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "classroom/class_tables.h"
#include "report/labels.h"
#include "report/value_name.h"
#include "report/view.h"

namespace duelo {
namespace {

/// The parts of a case's name, as the view of its experiment has them.
std::vector<std::string> partsOf(const ClassCase& of, const FindSpec& find, const Text& text) {
    const Spec* spec = find(of.experiment);
    return casePartsOf(spec, of.work, text.of(of.experiment));
}

/// Returns a title of what its cases have in common; with the experiment where that is nothing, or
/// where the class has other experiments.
std::string titleOf(const Classroom& classroom, const ClassCase& of,
                    const std::vector<std::string>& common, const FindSpec& find,
                    const Text& text) {
    const Spec* spec = find(of.experiment);
    const bool alone = std::ranges::all_of(
        classroom.cases(), [&](const ClassCase& one) { return one.experiment == of.experiment; });
    if (alone && !common.empty()) return commaJoined(common);
    const std::string name =
        text.word("page", spec && !spec->page.empty() ? spec->page : of.experiment);
    return common.empty() ? name : name + ": " + commaJoined(common);
}

/// The axes of variants, in the order of their experiment's.
std::vector<std::string> axesOf(const Spec* spec, const std::vector<Params>& variants) {
    std::vector<std::string> axes;
    const auto know = [&](const std::string& axis) {
        if (std::ranges::find(axes, axis) == axes.end()) axes.push_back(axis);
    };
    if (spec != nullptr)
        for (const Axis& axis : spec->axes)
            if (axis.role == AxisRole::Variant) know(axis.id);
    for (const Params& variant : variants)
        for (const auto& [axis, value] : variant) know(axis);
    return axes;
}

}  // namespace

ChartNames chartNames(const Classroom& classroom, std::span<const std::size_t> chart,
                      const FindSpec& find, const Text& text) {
    std::vector<std::vector<std::string>> parts;
    for (const std::size_t number : chart)
        parts.push_back(partsOf(classroom.cases()[number], find, text));
    ChartNames names;
    if (parts.empty()) return names;
    const auto isCommon = [&](std::size_t i) {
        return std::ranges::all_of(parts, [&](const std::vector<std::string>& name) {
            return name.size() == parts.front().size() && name[i] == parts.front()[i];
        });
    };
    std::vector<std::string> common;
    std::vector<std::vector<std::string>> own(parts.size());
    for (std::size_t i = 0; i < parts.front().size(); ++i)
        if (isCommon(i)) common.push_back(parts.front()[i]);
    for (std::size_t c = 0; c < parts.size(); ++c)
        for (std::size_t i = 0; i < parts[c].size(); ++i)
            if (i >= parts.front().size() || !isCommon(i)) own[c].push_back(parts[c][i]);
    if (parts.front().size() == 1) common.clear();  // a mere size names nothing
    names.chart = titleOf(classroom, classroom.cases()[chart.front()], common, find, text);
    for (std::size_t c = 0; c < parts.size(); ++c)
        names.cases.push_back(commaJoined(own[c].empty() ? parts[c] : own[c]));
    return names;
}

std::map<std::size_t, std::string> caseNames(const Classroom& classroom, const FindSpec& find,
                                             const Text& text) {
    std::map<std::size_t, std::string> all;
    for (const auto& chart : classroom.charts()) {
        const ChartNames names = chartNames(classroom, chart, find, text);
        for (std::size_t i = 0; i < chart.size(); ++i)
            all[chart[i]] = names.chart.ends_with(names.cases[i])
                                ? names.chart
                                : names.chart + ", " + names.cases[i];
    }
    return all;
}

std::string variantWords(const Params& variant, const Text& text) {
    std::vector<std::string> parts;
    for (const std::string& axis : axesOf(nullptr, {variant}))
        parts.push_back(valueName(axis, variant.at(axis), false, text));
    return commaJoined(parts);
}

std::string SeriesNames::of(const ClassSides& sides) const {
    return sides.other ? series.at(sides.base) + " / " + series.at(*sides.other)
                       : series.at(sides.base);
}

SeriesNames seriesNames(const Classroom& classroom, std::span<const std::size_t> chart,
                        const FindSpec& find, const Text& text) {
    SeriesNames out;
    const std::vector<std::size_t> numbers = classroom.series(chart);
    if (numbers.empty()) return out;
    const Spec* spec = find(classroom.cases()[chart.front()].experiment);
    std::vector<Params> variants;
    for (const std::size_t number : numbers) variants.push_back(classroom.variants()[number]);
    const std::vector<std::string> axes = axesOf(spec, variants);
    // An axis that does not apply to a variant (threads to a GPU) makes no difference between
    // others.
    std::set<std::string> differ;
    std::map<std::string, Json> first;
    for (const Params& variant : variants)
        for (const auto& [axis, value] : variant)
            if (const auto [known, added] = first.try_emplace(axis, value);
                !added && known->second != value)
                differ.insert(axis);
    // One of the same device that lacks it, as a loop has no threads, is another variant.
    for (const Params& variant : variants)
        for (const Params& other : variants)
            for (const auto& [axis, value] : variant)
                if (!other.has(axis) && deviceOf(other) == deviceOf(variant)) differ.insert(axis);
    const auto named = [&](const Params& variant, auto&& takes) {
        std::vector<std::string> parts;
        for (const std::string& axis : axes)
            if (variant.has(axis) && takes(axis))
                parts.push_back(valueName(axis, variant.at(axis), false, text));
        return commaJoined(parts);
    };
    const auto all = [](const std::string&) { return true; };
    std::map<std::string, int> times;  // that a name is given
    const auto shortOf = [&](const Params& variant) {
        std::string name =
            named(variant, [&](const std::string& axis) { return differ.contains(axis); });
        if (name.empty() && variant.has("device"))
            name = text.word("device", variant.text("device"));
        return name.empty() ? named(variant, all) : name;
    };
    for (const Params& variant : variants) ++times[shortOf(variant)];
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string name = shortOf(variants[i]);
        out.series[numbers[i]] = times[name] > 1 ? named(variants[i], all) : name;
    }
    // A variant of the CPU has every part that there can be.
    out.common = named(variants.front(), [&](const std::string& axis) {
        return !differ.contains(axis) && !(axis == "device" && numbers.size() == 1);
    });
    return out;
}

}  // namespace duelo
