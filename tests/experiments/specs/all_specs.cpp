// SPDX-License-Identifier: Apache-2.0
#include "all_specs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/specs.h"
#include "experiments/toy/toy.h"

namespace duelo {

namespace {

Json powersOfTwo(std::int64_t first, std::int64_t last, int step = 2) {
    Json list = Json::array();
    for (; first <= last; first *= step) list.push_back(first);
    return list;
}

Axis numbers(const char* id, const char* unit, Json usual, double min, double max) {
    Axis axis{.id = id, .unit = unit, .many = usual.is_array()};
    axis.usual = std::move(usual);
    axis.min = min;
    axis.max = max;
    axis.option = std::string("--") + id;
    return axis;
}

Axis choice(const char* id, AxisRole role, std::vector<std::string> words, Json usual) {
    Axis axis{.id = id, .kind = AxisKind::Word, .role = role, .many = usual.is_array()};
    axis.usual = std::move(usual);
    axis.words = std::move(words);
    axis.option = std::string("--") + id;
    return axis;
}

Axis variant(const char* id, std::vector<std::string> words, Json usual) {
    return choice(id, AxisRole::Variant, std::move(words), std::move(usual));
}

Axis of(AxisKind kind, const char* id, Json usual) {
    Axis axis{.id = id, .kind = kind, .many = usual.is_array(), .optional = usual.is_null()};
    axis.usual = std::move(usual);
    axis.option = std::string("--") + id;
    return axis;
}

Axis applying(Axis axis, std::vector<When> when) {
    for (When& condition : when) axis.when.push_back(std::move(condition));
    return axis;
}

/// For some words of an axis: those that only a GPU, only a CPU can do, and others.
Axis needing(Axis axis, const std::vector<std::string>& words, const When& when) {
    for (const std::string& word : words) axis.value_when[word].push_back(when);
    return axis;
}

const When kOnGpu = onGpu(), kOnCpu = onCpu();

Axis bothDevices() {
    Axis axis = deviceAxis();
    axis.usual = Json::array({"cpu", "cuda"});
    return axis;
}

Axis tileAxis(std::vector<Json> kernels) {
    Axis axis = numbers("tile", "", Json::array({8, 16}), 1, 64);
    axis.role = AxisRole::Variant;
    return applying(axis, {{.axis = "kernel", .in = std::move(kernels)}});
}

Problem problemAt(const char* axis, std::size_t block, std::size_t index, const char* code) {
    const std::string field =
        "cases[" + std::to_string(block) + "]." + axis + '[' + std::to_string(index) + ']';
    return {axis, block, index, {code, {{"field", field}}, {}}};
}

// --- a lab of pooling kernels, edited ones too (S2-25..35, S2-41..59) ---------------------------

/// A window that pads more than half of itself has positions that see no pixel. Between sizes and
/// windows of one product nobody can choose, so each must fit each.
std::vector<Problem> problemsOfWindows(const Plan& plan, const Facts&) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const std::vector<Json>& paddings = valuesIn(plan.cases[i], "padding");
        for (const Json& window : valuesIn(plan.cases[i], "window"))
            for (std::size_t k = 0; k < paddings.size(); ++k)
                if (2 * paddings[k].get<int>() > window.get<int>())
                    problems.push_back(problemAt("padding", i, k, "padding_too_large"));
    }
    return problems;
}

Spec poolLabSpec() {
    const std::vector<std::string> gpu{"plain", "tiled", "edited"};
    const std::vector<Json> gpuKernels{"plain", "tiled", "edited"};
    const When onKernel{.axis = "kernel", .in = gpuKernels};
    Axis size = numbers("size_px", "px", powersOfTwo(4, 8192), 1, 16384);
    size.option = "--size";
    Axis kernel = variant("kernel", {"loops", "threads", "library", "plain", "tiled", "edited"},
                          Json::array({"loops", "threads", "library", "plain", "tiled"}));
    kernel = needing(needing(kernel, gpu, kOnGpu), {"loops", "threads"}, kOnCpu);
    Axis source = of(AxisKind::Source, "source", Json());
    source.role = AxisRole::Variant;
    Spec spec{
        .id = "pool_lab", .command = "pool-lab", .help = "measure the kernels of max pooling"};
    spec.axes = {
        size,
        numbers("window", "px", Json::array({2}), 1, 64),
        numbers("stride", "px", Json::array({2}), 1, 64),
        numbers("padding", "px", Json::array({0}), 0, 32),
        of(AxisKind::Path, "input", Json::array({"random"})),
        applying(seedAxis(), {{.axis = "input", .in = {"random"}}}),
        bothDevices(),
        kernel,
        applying(threadsAxis(), {{.axis = "kernel", .in = {"threads", "library"}}}),
        applying(variant("filter", {"constant", "transferred"}, Json::array({"constant"})),
                 {onKernel}),
        applying(variant("launches", {"one", "one_per_window"}, Json::array({"one"})), {onKernel}),
        tileAxis({"tiled", "edited"}),
        applying(source, {{.axis = "kernel", .in = {"edited"}}})};
    spec.metrics = {{"throughput", "window/s"}, {"bandwidth", "byte/s"}};
    spec.parts = {{"h2d"}, {"launch"}, {"compute"}, {"d2h"}};
    spec.validate = problemsOfWindows;
    return spec;
}

}  // namespace

const std::vector<Spec>& allSpecs() {
    static const std::vector<Spec> all = [] {
        std::vector<Spec> list(specs().begin(), specs().end());
        for (auto* make : {poolLabSpec, toySpec}) list.push_back(make());
        return list;
    }();
    return all;
}

const Spec* findAny(std::string_view id) {
    const auto found = std::ranges::find(allSpecs(), id, &Spec::id);
    return found == allSpecs().end() ? nullptr : &*found;
}

}  // namespace duelo
