// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "dnn/plan_kernel.h"

namespace duelo {

/// Each row by itself to mean 0 and variance 1, then scaled and shifted channel by channel.
struct LayerNorm final : PlanKernel {
    std::int64_t rows = 1, channels = 1;
    float eps = 0;
    bool bf16 = false;
    int threads = 1;

    /// Places: the rows; scale and shift in fp32; the result.
    void run(std::span<void* const> places) const override;
};

}  // namespace duelo
