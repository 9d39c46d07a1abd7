// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/goals.h"

namespace duelo {

namespace {

/// A step of the GPU's ladder against another.
Goal stepAgainst(const char* id, int n, const char* precision, const char* base, const char* kernel,
                 double target) {
    const auto way = [&](const char* step) -> Params {
        return {{"device", "cuda"}, {"precision", precision}, {"kernel", step}};
    };
    return {.id = id,
            .experiment = "matrix_product",
            .work = {{"n", n}},
            .base = way(base),
            .candidates = {way(kernel)},
            .target = target};
}

}  // namespace

std::vector<Goal> matrixProductGoals() {
    return {stepAgainst("G12", 2048, "fp32", "library", "matmul_warp_tiles", 0.9),
            stepAgainst("G12", 4096, "fp32", "library", "matmul_warp_tiles", 0.9),
            stepAgainst("G12", 8192, "fp32", "library", "matmul_warp_tiles", 0.9),
            stepAgainst("G13", 4096, "fp16", "library", "matmul_tensor_staged", 0.8),
            stepAgainst("G14", 2048, "fp32", "matmul1", "matmul1_coalesced", 1),
            stepAgainst("G14", 2048, "fp32", "matmul1_coalesced", "matmul3_coalesced", 1),
            stepAgainst("G14", 2048, "fp32", "matmul3_coalesced", "matmul_registers", 1),
            stepAgainst("G14", 2048, "fp32", "matmul_registers", "matmul_warp_tiles", 1)};
}

}  // namespace duelo
