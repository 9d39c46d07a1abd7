// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/spec.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/matrix_product/params.h"
#include "experiments/matrix_product/view.h"

namespace duelo {

namespace {

/// What the handout multiplies to see whether a PC works.
std::vector<Offer> handoutsProduct() {
    return {{.id = "matrix_product", .cases = {{{"n", {10'000}}}}}};
}

/// Variants of which nothing is left: each kernel but the library's is for one device.
std::vector<Problem> problemsOfKernels(const Plan& plan, const Facts&) {
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const auto any = [&](const char* axis, const auto& holds) {
            return std::ranges::any_of(valuesIn(plan.variants[i], axis), holds);
        };
        const auto on = [&](Device device) {
            return any("device", [&](const Json& value) { return value == word(device); }) &&
                   any("kernel", [&](const Json& value) {
                       return runsOn(parseWord<ProductKernel>(value.get<std::string>())
                                         .value_or(ProductKernel::Library),
                                     device);
                   });
        };
        if (on(Device::Cpu) || on(Device::Cuda)) continue;
        const bool wantsCpu = any("device", [](const Json& value) { return value == "cpu"; });
        return {{"kernel", i, 0, {wantsCpu ? "kernel_needs_gpu" : "kernel_needs_cpu"}}};
    }
    return {};
}

}  // namespace

Spec matrixProductSpec() {
    Axis precision = precisionAxis({"fp32", "tf32", "fp16", "bf16"});
    for (const char* onGpu : {"tf32", "fp16"})
        precision.value_when[onGpu] = {{.axis = "device", .in = {"cuda"}}};
    std::string words;
    for (const std::string_view word : wordsOf<ProductKernel>)
        words += (words.empty() ? "" : ",") + std::string(word);
    Axis kernel = wordsAxis<ProductKernel>("kernel", AxisRole::Variant,
                                           Json(wordsOf<ProductKernel>), words.c_str());
    for (std::size_t k = 0; k < kernel.words.size(); ++k) {
        const auto step = static_cast<ProductKernel>(k);
        if (step == ProductKernel::Library) continue;
        // The texts are written for one precision, or for those of the tensor cores.
        const bool half = step == ProductKernel::Tensor;
        kernel.value_when[kernel.words[k]] = {
            {.axis = "device",
             .in = {word(runsOn(step, Device::Cpu) ? Device::Cpu : Device::Cuda)}},
            {.axis = "precision",
             .in = half ? std::vector<Json>{"fp16", "bf16"} : std::vector<Json>{"fp32"}}};
    }
    Axis threads = threadsAxis();
    threads.when.push_back({.axis = "kernel", .in = {"blocked_vector_threads", "library"}});

    Spec spec{.id = "matrix_product",
              .command = "matmul",
              .help = "multiply matrices, from three loops to the library"};
    spec.axes = {{.id = "n",
                  .many = true,
                  .usual = Json::array({64, 128, 256, 512}),
                  .min = 1,
                  .max = kMostProductSize,
                  .option = "--n",
                  .help = "rows and columns, e.g. 64,256,1024",
                  .offered = {64, 128, 256, 512, 1024, 2048, 4096, 8192}},
                 seedAxis(),
                 deviceAxis(),
                 std::move(precision),
                 std::move(kernel),
                 std::move(threads)};
    spec.metrics = {{.id = "flop_rate", .unit = "flop/s", .in_table = true},
                    {.id = "error", .unit = "", .more_is_better = false},
                    {.id = "error_bound", .unit = "", .more_is_better = false}};
    spec.parts = {{"compute"}};
    spec.offers = handoutsProduct;
    spec.validate = problemsOfKernels;
    spec.view = &productView();
    return spec;
}

}  // namespace duelo
