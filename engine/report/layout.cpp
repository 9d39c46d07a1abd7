// SPDX-License-Identifier: Apache-2.0
#include "report/layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/brief_text.h"
#include "base/power_text.h"
#include "plan/spec.h"
#include "report/figure_cells.h"
#include "report/measured_text.h"
#include "report/value_name.h"
#include "report/view.h"

namespace duelo {

std::string fileName(const Axis& axis, const std::string& value, const Text& text) {
    // "sample:coffee.png" names a file too, though none of the user's.
    const bool file = !axis.names(value) || value.find('.') != value.npos;
    return visibleText(file ? baseName(value) : text.word(axis.id, value));
}

namespace {

std::string filesName(const Axis& axis, const Json& value, const Text& text) {
    if (value.is_string()) return fileName(axis, value.get<std::string>(), text);
    if (!value.is_array() || value.empty() || !value.front().is_string()) return {};
    const std::string first = fileName(axis, value.front().get<std::string>(), text);
    return value.size() == 1
               ? first
               : text("report.input_together", {{"first", first}, {"more", value.size() - 1}});
}

/// The value itself, without what it counts.
std::string bareName(const Axis& axis, const Json& value, const Text& text) {
    if (axis.kind == AxisKind::Path) return filesName(axis, value, text);
    if (!value.is_number()) return valueName(axis.id, value, false, text);
    const double number = value.get<double>();
    if (axis.unit == kByteUnit) return formatBytes(number, text.numbers());
    if (axis.kind == AxisKind::Integer) return formatFixed(number, 0, text.numbers());
    return formatSignificant(number, 3, text.numbers());
}

bool isUsual(const Axis& axis, const Json& value) {
    return value == axis.usual ||
           (axis.usual.is_array() && axis.usual.size() == 1 && value == axis.usual.front());
}

std::vector<std::string> allValues(const Params& work, const Text& text) {
    std::vector<std::string> names;
    for (const auto& [axis, value] : work) names.push_back(valueName(axis, value, false, text));
    return names;
}

std::string figureOf(const Metric& metric, const Text& text) {
    return readableText(metric.value, text.numbers(), measuredDigits(metric.value, metric.ci95));
}

/// A whole number without a unit stays one, because the words of a sentence follow it: "1 face",
/// "2 faces".
Json metricArg(const MetricSpec* spec, const Metric& metric, const ResultRecord& result,
               const Text& text) {
    if (spec && spec->share) return text.value("share_percent", 100 * metric.value);
    if (const auto decimals = laid_out::decimalsOf(spec, result))
        return formatFixed(metric.value, *decimals, text.numbers());
    if (metric.unit == "byte/s" || metric.unit == "flop/s")
        return formatRate(metric.value, metric.unit, text.numbers(),
                          measuredDigits(metric.value, metric.ci95));
    if (!metric.unit.empty()) return figureOf(metric, text) + " " + metric.unit;
    if (!metric.ci95 && metric.value == std::round(metric.value)) return metric.value;
    return figureOf(metric, text);
}

}  // namespace

std::string axisValueName(const Axis& axis, const Json& value, const Text& text) {
    const std::string bare = bareName(axis, value, text);
    if (const std::string key = "case." + axis.id; text.has(key))
        return text(key, {{axis.id, bare}});
    if (!value.is_number() || axis.unit == kByteUnit) return bare;
    if (!axis.unit.empty()) return bare + " " + axis.unit;
    return valueName(axis.id, value, false, text);
}

std::vector<std::string> casePartsOf(const Spec* spec, const Params& work, const Text& text,
                                     bool brief) {
    const View* view = spec ? spec->view : nullptr;
    if (!view || view->layout.name.empty()) return allValues(work, text);
    std::vector<std::string> parts;
    for (const NamedAxis& named : view->layout.name) {
        const Axis* axis = spec->find(named.axis);
        const bool there = axis && work.has(named.axis);
        const bool usual = !there || isUsual(*axis, work.at(named.axis));
        if (named.if_unusual && usual) continue;
        if (brief && (named.brief == Brief::Never || (named.brief == Brief::Unusual && usual)))
            continue;
        std::string part = named.say ? named.say(work, text)
                           : there   ? axisValueName(*axis, work.at(named.axis), text)
                                     : std::string();
        if (!part.empty()) parts.push_back(std::move(part));
    }
    return parts;
}

std::vector<const RowAxis*> rowAxesOf(const View& view, const Params& work) {
    std::vector<const RowAxis*> axes;
    for (const RowAxis& row : view.layout.rows)
        if (work.has(row.axis) &&
            std::ranges::all_of(row.when, [&](const When& when) { return when.holds(work); }))
            axes.push_back(&row);
    return axes;
}

std::optional<Params> commonOf(const View& view, const Params& work) {
    if (view.layout.rows.empty()) return std::nullopt;
    Params common = work;
    for (const RowAxis* row : rowAxesOf(view, work)) common.erase(row->axis);
    return common;
}

std::string rowName(const Row& row, const Labels& labels) {
    const Text text = labels.text().of(row.experiment);
    const Spec* spec = labels.comparison().find(row.experiment);
    std::vector<std::string> parts;
    for (const RowAxis* of : rowAxesOf(viewOf(labels.comparison(), row), row.work))
        if (of->name)
            parts.push_back(of->name(row, text));
        else if (const Axis* axis = spec ? spec->find(of->axis) : nullptr)
            parts.push_back(axisValueName(*axis, row.work.at(of->axis), text));
    return parts.empty() ? labels.caseName(row) : commaJoined(parts);
}

std::string tableTitleOf(const Spec* spec, const Params& work, const Text& text) {
    if (!spec) return {};
    const std::string key = spec->id + ".table";
    if (!spec->view || !text.has(key)) return text.word("experiment", spec->id);
    return text(key, caseArgs(*spec, work, nullptr, text));
}

Json caseArgs(const Spec& spec, const Params& work, const ResultRecord* result, const Text& text) {
    Json args = Json::object();
    for (const Axis& axis : spec.axes)
        if (work.has(axis.id)) args[axis.id] = axisValueName(axis, work.at(axis.id), text);
    if (spec.view)
        for (const NamedAxis& named : spec.view->layout.name)
            if (named.say) args[named.axis] = named.say(work, text);
    if (const auto common = spec.view ? commonOf(*spec.view, work) : std::nullopt)
        args["common"] = commaJoined(casePartsOf(&spec, *common, text));
    args["case_name"] = commaJoined(casePartsOf(&spec, work, text));
    if (!result) return args;
    for (const Metric& metric : result->metrics) {
        args[metric.id] = metricArg(laid_out::metricSpec(spec, metric.id), metric, *result, text);
        args[metric.id + "_figure"] = figureOf(metric, text);
    }
    return args;
}

std::vector<std::string> notesOf(const Spec* spec, const Params& work, const ReportCell& cell,
                                 const Labels& labels) {
    if (!spec || !spec->view) return {};
    const View& view = *spec->view;
    const Text text = labels.text().of(spec->id);
    std::vector<std::string> notes;
    if (!view.layout.note.empty() && cell.measured() && !cell.result.metrics.empty())
        if (auto note = text.complete(view.layout.note, caseArgs(*spec, work, &cell.result, text)))
            notes.push_back(*std::move(note));
    if (view.notes) std::ranges::move(view.notes(work, cell, labels), std::back_inserter(notes));
    return notes;
}

}  // namespace duelo
