// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/spec.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/matrix_product/params.h"
#include "experiments/matrix_product/program.h"
#include "experiments/matrix_product/view.h"

namespace duelo {

namespace {

/// The product that the handout uses to check that a PC works.
std::vector<Offer> handoutsProduct() {
    return {{.id = "matrix_product", .cases = {{{"n", {10'000}}}}}};
}

/// Returns the precisions that a kernel has; empty: all of the axis.
std::vector<Json> precisionsOf(ProductKernel kernel) {
    switch (kernel) {
        case ProductKernel::Own:
        case ProductKernel::Library:
            return {};
        case ProductKernel::Tensor:
            return {"tf32", "fp16", "bf16"};
        case ProductKernel::TensorStaged:
            return {"fp16", "bf16"};
        case ProductKernel::OneDnn:
            return {"fp32", "fp16", "bf16"};
        default:
            return {"fp32"};
    }
}

std::vector<Problem> problemsOfProduct(const Plan& plan, const Facts& facts) {
    auto problems = problemsOfKernels<ProductKernel>(plan, facts);
    std::ranges::move(
        problemsByOpenCl(plan, "kernel", {"matmul_tensor", "matmul_tensor_staged", "library"}),
        std::back_inserter(problems));
    std::ranges::move(problemsOfSources(plan, productShapes()), std::back_inserter(problems));
    std::ranges::move(problemsWithoutCpu(plan, std::span(&kPinningAxis, 1)),
                      std::back_inserter(problems));
    return problems;
}

}  // namespace

Spec matrixProductSpec() {
    Axis precision = precisionAxis({"fp32", "tf32", "fp16", "bf16"});
    precision.value_when["tf32"] = {onGpu()};
    Axis kernel = kernelAxis<ProductKernel>();
    // The texts are written for one precision, or for those of the tensor cores.
    for (const std::string& name : kernel.words)
        if (const auto only = precisionsOf(*parseWord<ProductKernel>(name)); !only.empty())
            kernel.value_when[name].push_back({.axis = "precision", .in = only});
    for (const char* library : {"matmul_tensor", "matmul_tensor_staged", "library"})
        kernel.value_when[library].push_back(notByOpenCl());
    Axis threads = threadsAxis();
    threads.when.push_back(
        {.axis = "kernel", .in = {"blocked_vector_threads", "onednn", "library"}});

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
                 deviceAxis(Devices::All),
                 std::move(precision),
                 std::move(kernel),
                 sourceAxis(),
                 std::move(threads),
                 pinningAxis()};
    spec.metrics = {{.id = "flop_rate", .unit = "flop/s", .in_table = true},
                    {.id = "error", .unit = "", .more_is_better = false},
                    {.id = "error_bound", .unit = "", .more_is_better = false}};
    spec.parts = {{"compute"}};
    spec.offers = handoutsProduct;
    spec.validate = problemsOfProduct;
    spec.programs = productPrograms();
    spec.view = &productView();
    return spec;
}

}  // namespace duelo
