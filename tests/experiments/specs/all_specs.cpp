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

const When kOnGpu{.axis = "device", .in = {"cuda"}};
const When kOnCpu{.axis = "device", .in = {"cpu"}};

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

// --- transfer (S4-09..11, S3-06, P-03) ----------------------------------------------------------

Spec transferSpec() {
    const When overTheBus{.axis = "direction", .not_in = {"within_host"}};
    Spec spec{.id = "transfer", .command = "transfer", .help = "copy between memories"};
    spec.axes = {
        numbers("bytes", "byte", powersOfTwo(4096, 256 << 20, 4), 1, 1LL << 36),
        variant("direction", {"to_device", "from_device", "both", "within_host"},
                Json::array({"to_device", "from_device", "within_host"})),
        applying(variant("memory", {"pageable", "pinned"}, Json::array({"pageable", "pinned"})),
                 {overTheBus}),
        applying(variant("overlap", {"none", "compute"}, Json::array({"none", "compute"})),
                 {{.axis = "memory", .in = {"pinned"}}})};
    spec.metrics = {{"rate", "byte/s"}};
    spec.parts = {{"h2d"}, {"d2h"}, {"copy"}};
    return spec;
}

// --- roofs (P-05) -------------------------------------------------------------------------------

Spec roofsSpec() {
    Axis kind =
        choice("kind", AxisRole::Case, {"copy_host", "copy_device", "fma", "tensor", "launch"},
               Json::array({"copy_host", "copy_device", "fma", "tensor", "launch"}));
    kind = needing(kind, {"copy_device", "tensor", "launch"}, kOnGpu);
    kind = needing(kind, {"copy_host"}, kOnCpu);
    Axis precision = precisionAxis({"fp32", "tf32", "bf16", "fp16"});
    precision.role = AxisRole::Case;
    precision.usual = Json::array({"fp32", "fp16"});
    Spec spec{.id = "roofs", .command = "roofs", .help = "what this machine could do"};
    spec.axes = {kind, applying(precision, {{.axis = "kind", .in = {"fma", "tensor"}}}),
                 bothDevices(), threadsAxis()};
    spec.metrics = {{"rate", "1/s"}};
    spec.parts = {{"compute"}};
    return spec;
}

// --- training over processes (S4-22..24) --------------------------------------------------------

Spec trainingOverProcessesSpec() {
    Spec spec = *findSpec("training");
    spec.id = "training_over_processes";
    spec.command = "train-over";
    Axis processes = numbers("processes", "", Json::array({1, 2, 4}), 1, 64);
    processes.role = AxisRole::Variant;
    const auto threads = std::ranges::find(spec.axes, "threads", &Axis::id);
    spec.axes.insert(threads, applying(processes, {kOnCpu}));
    return spec;
}

// --- stopwatch (S0-M01..M05, S0-43, P-02) -------------------------------------------------------

/// What stands in a Work is for the experiment that it names. A cell of it is what is timed, so
/// each of its axes has one value.
std::vector<Problem> problemsOfWorks(const Plan& plan, const Facts& facts) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const std::vector<Json>& works = valuesIn(plan.cases[i], "work");
        for (std::size_t k = 0; k < works.size(); ++k) {
            const Json& work = works[k];
            const auto inner =
                planFromJson({{"experiment", work.value("experiment", Json())},
                              {"cases", Json::array({work.value("case", Json())})},
                              {"variants", Json::array({work.value("variant", Json())})}});
            const Spec* spec = inner ? findAny(inner->experiment) : nullptr;
            if (!spec || spec->id == "stopwatch" || !problemsOf(*inner, *spec, facts).empty() ||
                expand(*inner, *spec, facts).size() != 1)
                problems.push_back(problemAt("work", i, k, "work_not_usable"));
        }
    }
    return problems;
}

Spec stopwatchSpec() {
    const Json resnet{
        {"experiment", "inference"},
        {"case",
         {{"model", "resnet18"},
          {"input", "random"},
          {"size_px", 224},
          {"batch", 1},
          {"seed", 1234}}},
        {"variant", {{"device", "cpu"}, {"threads", 1}, {"precision", "fp32"}, {"mode", "eager"}}}};
    Spec spec{.id = "stopwatch", .command = "stopwatch", .help = "measure wrongly, and see it"};
    spec.axes = {
        of(AxisKind::Work, "work", Json::array({resnet})),
        variant("stopwatch",
                {"right", "handout", "no_synchronise", "coarse_clock", "copies_inside", "cold"},
                Json::array({"right", "handout", "coarse_clock", "cold"}))};
    spec.metrics = {{"claimed_ms", "ms", false}};
    spec.parts = {{"compute"}};
    spec.validate = problemsOfWorks;
    return spec;
}

// --- program (X-07) -----------------------------------------------------------------------------

Spec programSpec() {
    const Attachment shipped("#!/bin/sh\nexec pi \"$1\"\n");
    Spec spec{.id = "program", .command = "program", .help = "measure a program of your own"};
    spec.attachments = {{"pi.sh", shipped}};
    spec.axes = {of(AxisKind::Command, "command", Json::array({referenceTo("pi.sh", shipped)})),
                 numbers("n", "", Json::array({1000}), 0, 1e12),
                 variant("timed", {"whole", "own_word"}, Json::array({"whole"}))};
    spec.metrics = {{"claimed_ms", "ms", false}};
    spec.parts = {{"start"}, {"work"}};
    return spec;
}

}  // namespace

const std::vector<Spec>& allSpecs() {
    static const std::vector<Spec> all = [] {
        std::vector<Spec> list(specs().begin(), specs().end());
        for (auto* make : {poolLabSpec, transferSpec, roofsSpec, trainingOverProcessesSpec,
                           stopwatchSpec, programSpec, toySpec})
            list.push_back(make());
        return list;
    }();
    return all;
}

const Spec* findAny(std::string_view id) {
    const auto found = std::ranges::find(allSpecs(), id, &Spec::id);
    return found == allSpecs().end() ? nullptr : &*found;
}

}  // namespace duelo
