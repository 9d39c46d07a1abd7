// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/spec.h"

#include <string>
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

}  // namespace

Spec matrixProductSpec() {
    Axis precision = precisionAxis({"fp32", "tf32", "fp16", "bf16"});
    for (const char* onGpu : {"tf32", "fp16"})
        precision.value_when[onGpu] = {{.axis = "device", .in = {"cuda"}}};
    Axis kernel = kernelAxis<ProductKernel>();
    // The texts are written for one precision, or for those of the tensor cores.
    for (auto& [name, conditions] : kernel.value_when)
        conditions.push_back({.axis = "precision", .in = {"fp32"}});
    kernel.value_when.at(std::string(word(ProductKernel::Tensor))).back().in = {"fp16", "bf16"};
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
    spec.validate = problemsOfKernels<ProductKernel>;
    spec.view = &productView();
    return spec;
}

}  // namespace duelo
