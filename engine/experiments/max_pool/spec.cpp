// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/spec.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/places.h"
#include "experiments/common_axes.h"
#include "experiments/max_pool/params.h"
#include "experiments/max_pool/program.h"
#include "experiments/max_pool/view.h"

namespace duelo {

namespace {

constexpr const char* kPoolPicture = "sample:camera.png";  ///< grey already

Axis poolNumbers(const char* id, const char* unit, Json usual, int min, int max) {
    Axis axis{.id = id, .unit = unit, .many = true, .usual = std::move(usual)};
    axis.min = min;
    axis.max = max;
    axis.option = std::string("--") + id;
    axis.help = "pixels";
    return axis;
}

Problem poolProblem(const char* axis, std::size_t block, std::size_t index, const char* code,
                    std::int64_t value, std::int64_t max) {
    const std::string field =
        "cases[" + std::to_string(block) + "]." + axis + '[' + std::to_string(index) + ']';
    return {axis, block, index, {code, {{"field", field}, {"value", value}, {"max", max}}, {}}};
}

std::vector<std::int64_t> integersOf(const Block& block, const char* axis) {
    std::vector<std::int64_t> out;
    for (const Json& value : valuesIn(block, axis)) out.push_back(value.get<std::int64_t>());
    return out;
}

/// Returns the sizes of a block's pictures: those to choose, and that of a picture that is typed.
Result<std::vector<std::int64_t>> sizesOf(const Block& block) {
    std::vector<std::int64_t> sizes;
    for (const Json& numbers : valuesIn(block, "numbers")) {
        if (numbers != word(PoolInput::Typed)) {
            std::ranges::copy(integersOf(block, "size_px"), std::back_inserter(sizes));
            continue;
        }
        const auto& matrix = valuesIn(block, "matrix");
        const Params typed{{"numbers", numbers},
                           {"matrix", matrix.empty() ? Json("") : matrix.front()}};
        if (auto read = typedNumbers(typed.text("matrix")); !read)
            return tl::unexpected(read.error());
        sizes.push_back(poolCase(typed).size);
    }
    return sizes;
}

/// All values of a block meet: each window must fit into each picture, and where only numbers of
/// the picture count each must see one.
std::vector<Problem> problemsOfPool(const Plan& plan, const Facts& facts) {
    std::vector<Problem> problems = problemsOfKernels<PoolKernel>(plan, facts);
    std::ranges::move(problemsByOpenCl(plan, "kernel", {"cudnn", "library"}),
                      std::back_inserter(problems));
    std::ranges::move(problemsOfSources(plan, kernels::kPoolShapes), std::back_inserter(problems));
    std::ranges::move(problemsWithoutCpu(plan, std::span(&kPinningAxis, 1)),
                      std::back_inserter(problems));
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const Block& block = plan.cases[i];
        const auto windows = integersOf(block, "window"), paddings = integersOf(block, "padding");
        const auto sizes = sizesOf(block);
        if (!sizes) {
            problems.push_back({"matrix", i, 0, sizes.error()});
            continue;
        }
        const auto& borders = valuesIn(block, "border");
        const bool least =
            std::ranges::find(borders, Json(word(PoolBorder::Least))) != borders.end();
        const std::int64_t most = std::ranges::min(*sizes) + 2 * std::ranges::min(paddings);
        for (std::size_t k = 0; k < windows.size(); ++k)
            if (windows[k] > most)
                problems.push_back(
                    poolProblem("window", i, k, "pool_window_too_large", windows[k], most));
        for (std::size_t k = 0; k < paddings.size(); ++k)
            if (const std::int64_t window = std::ranges::min(windows);
                least && paddings[k] >= window)
                problems.push_back(poolProblem("padding", i, k, "pool_padding_too_large",
                                               paddings[k], window - 1));
    }
    return problems;
}

}  // namespace

Spec maxPoolSpec() {
    Axis size = poolNumbers("size_px", "px", Json::array({256, 512, 1024, 2048}), 1, kMostPoolSize);
    size.option = "--size";
    size.help = "rows and columns, e.g. 4,512,4096";
    size.offered = {4, 8, 16, 64, 256, 512, 1024, 2048, 4096, 8192};
    Axis window = poolNumbers("window", "px", Json::array({2}), 1, kMostPoolWindow);
    Axis stride = poolNumbers("stride", "px", Json::array({2}), 1, kMostPoolWindow);
    Axis padding = poolNumbers("padding", "px", Json::array({0}), 0, kMostPoolWindow);
    window.offered = {2, 3};
    stride.offered = {1, 2, 3};
    padding.offered = {0, 1, 2};
    Axis seed = seedAxis();
    seed.usual = kThesisSeed;
    Axis border =
        wordsAxis<PoolBorder>("border", AxisRole::Case, Json::array({"least"}), "least,zero");
    border.advanced = true;
    Axis numbers = wordsAxis<PoolInput>("numbers", AxisRole::Case, Json::array({"digits"}),
                                        "digits,signed,typed,picture");
    numbers.advanced = true;
    size.when.push_back({.axis = "numbers", .not_in = {word(PoolInput::Typed)}});
    seed.when.push_back(
        {.axis = "numbers", .not_in = {word(PoolInput::Typed), word(PoolInput::Picture)}});
    Axis picture{.id = "picture",
                 .kind = AxisKind::Path,
                 .many = true,
                 .usual = Json::array({kPoolPicture}),
                 .words = {std::string(kSamplePrefix)},
                 .when = {{.axis = "numbers", .in = {word(PoolInput::Picture)}}},
                 .folders = true,
                 .option = "--picture",
                 .help = "with --numbers picture: photographs, whose brightness counts",
                 .widget = "photographs",
                 .advanced = true};
    Axis matrix{.id = "matrix",
                .kind = AxisKind::Text,
                .usual = kThesisNumbers,
                .when = {{.axis = "numbers", .in = {word(PoolInput::Typed)}}},
                .option = "--matrix",
                .help = "with --numbers typed: the rows, e.g. \"9 5; 3 1\"",
                .advanced = true};
    Axis kernel = kernelAxis<PoolKernel>();
    for (const char* library : {"cudnn", "library"})
        kernel.value_when[library].push_back(notByOpenCl());
    Axis threads = threadsAxis();
    threads.when.push_back({.axis = "kernel", .in = {"rows_threads", "onednn", "library"}});

    Spec spec{.id = "max_pool", .command = "max-pool", .help = "measure kernels of max pooling"};
    spec.axes = {std::move(size),          std::move(window),  std::move(stride),
                 std::move(padding),       std::move(border),  std::move(numbers),
                 std::move(matrix),        std::move(picture), std::move(seed),
                 deviceAxis(Devices::All), std::move(kernel),  sourceAxis(),
                 std::move(threads),       pinningAxis()};
    spec.metrics = {{.id = "window_rate", .unit = "window/s", .in_table = true},
                    {.id = "byte_rate", .unit = "byte/s"}};
    spec.parts = {{"compute"}};
    spec.validate = problemsOfPool;
    spec.programs = poolPrograms();
    spec.view = &poolView();
    return spec;
}

}  // namespace duelo
