// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dnn/plan_kernel.h"
#include "networks/shape.h"

namespace duelo {

/// Means over windows that together cover the picture, however its size divides, as PyTorch's
/// adaptive_avg_pool2d() takes them: window i of n goes from floor(i * size / n) to
/// ceil((i + 1) * size / n). oneDNN has windows of one size alone.
struct AdaptiveMean final : PlanKernel {
    Shape in{}, out{};
    bool bf16 = false;

    /// Computes from one place to the other, both [N, C, H, W] without gaps, of fp32 or bf16; the
    /// sums are fp32.
    void run(std::span<void* const> places) const override;
};

}  // namespace duelo
