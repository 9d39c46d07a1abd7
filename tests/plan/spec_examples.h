// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <QString>
#include <QStringList>

#include "base/json_text.h"
#include "plan/spec.h"

/// Experiments that nobody measures, and words for what the tests of plans compare.
namespace duelo::examples {

inline Axis axisOf(const char* id, AxisKind kind, AxisRole role, Json usual) {
    Axis axis{.id = id, .kind = kind, .role = role};
    axis.many = usual.is_array();
    axis.optional = usual.is_null();
    axis.usual = std::move(usual);
    axis.option = std::string("--") + id;
    return axis;
}

inline Axis words(Axis axis, std::vector<std::string> accepted) {
    axis.words = std::move(accepted);
    return axis;
}

inline Axis within(Axis axis, double min, double max) {
    axis.min = min;
    axis.max = max;
    return axis;
}

inline Axis only(Axis axis, std::vector<When> when) {
    axis.when = std::move(when);
    return axis;
}

inline Axis exampleDeviceAxis() {
    return axisOf(kDeviceAxis, AxisKind::Device, AxisRole::Variant, Json::array({"cpu"}));
}

inline Axis threadsAxis() {
    Axis axis = axisOf("threads", AxisKind::Integer, AxisRole::Variant, Json::array({0}));
    axis.zero_is_cores = true;
    return only(axis, {onCpu()});
}

/// An axis of every kind and role.
inline Spec sample() {
    constexpr auto c = AxisRole::Case;
    Spec spec{.id = "sample"};
    Axis n = within(axisOf("n", AxisKind::Integer, c, Json::array({4, 2})), 1, 100);
    n.range_reason = "size_out_of_range";
    Axis share = within(axisOf("share", AxisKind::Real, c, 0.25), 0.01, 0.8);
    share.per_typed = 0.01;
    Axis rate = axisOf("rate", AxisKind::Real, c, Json());
    rate.min = 0.5;
    spec.axes = {
        n,
        share,
        rate,
        words(axisOf("order", AxisKind::Word, c, "rows"), {"rows", "columns"}),
        axisOf("warm", AxisKind::Flag, c, true),
        axisOf("label", AxisKind::Text, c, "none"),
        words(axisOf("file", AxisKind::Path, c, Json::array({"random"})), {"random", "set:"}),
        axisOf("source", AxisKind::Source, c, Json()),
        axisOf("command", AxisKind::Command, c, Json()),
        axisOf("work", AxisKind::Work, c, Json()),
        exampleDeviceAxis(),
        threadsAxis(),
        axisOf("save", AxisKind::Flag, AxisRole::Run, false),
        axisOf("keep", AxisKind::Integer, AxisRole::Run, Json())};
    return spec;
}

/// A spec with combinations that expand() has to drop, and others that it has to keep.
inline Spec grid() {
    constexpr auto c = AxisRole::Case;
    Spec spec{.id = "grid"};
    Axis mode = words(axisOf("mode", AxisKind::Word, AxisRole::Variant, Json::array({"eager"})),
                      {"eager", "graph"});
    mode.value_when["graph"] = {onGpu()};
    spec.axes = {
        axisOf("a", AxisKind::Integer, c, Json::array({1})),
        words(axisOf("b", AxisKind::Word, c, Json::array({"x"})), {"x", "y"}),
        only(axisOf("c", AxisKind::Integer, c, Json::array({5})), {{.axis = "b", .in = {"y"}}}),
        only(axisOf("d", AxisKind::Text, c, Json()), {{.axis = "c", .in = {5}}}),
        only(axisOf("e", AxisKind::Text, c, Json()), {{.axis = "c", .not_in = {5}}}),
        exampleDeviceAxis(),
        threadsAxis(),
        mode};
    return spec;
}

inline QString describe(const Reason& reason) {
    return QString::fromStdString(reason.code + ' ' + jsonText(reason.args));
}

inline QString describe(const Plan& plan) {
    return QString::fromStdString(jsonText(toJson(plan)));
}

inline QString describe(const Params& params) {
    return QString::fromStdString(jsonText(params.json()));
}

/// "c003 {work} {variant}"
inline QStringList describe(const std::vector<Cell>& cells) {
    QStringList list;
    for (const Cell& cell : cells)
        list << QString("%1 %2 %3")
                    .arg(QString::fromStdString(cell.id))
                    .arg(describe(cell.work), describe(cell.variant));
    return list;
}

/// "n 0 1 value_out_of_range {…}": the axis, the block, the value and why.
inline QStringList described(const std::vector<Problem>& problems) {
    QStringList list;
    for (const Problem& problem : problems)
        list << QString("%1 %2 %3 ")
                        .arg(QString::fromStdString(problem.axis))
                        .arg(problem.block)
                        .arg(problem.index) +
                    describe(problem.reason);
    return list;
}

/// Returns the plan of a text; the texts in these tests have no errors.
inline Plan planOf(const QByteArray& json) {
    return planFromJson(parseJson(json.toStdString()).value()).value();
}

inline const Facts kTwoCores{.physical_cores = 2};
inline const Facts kEightCores{.physical_cores = 8};

}  // namespace duelo::examples
