// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "dnn/plan_kernel.h"

namespace duelo {

/// softmax(Q K^T / sqrt(width)) V of each head (Vaswani et al. 2017, equation 1), some queries at a
/// time, so that what they find of the keys stays in a cache and is never written to memory. Its
/// products and sums are fp32, in a plan in bf16 too; the products are oneDNN's dnnl_sgemm().
struct Attention final : PlanKernel {
    std::int64_t batch = 1, tokens = 1, heads = 1, width = 1;  ///< width: channels of one head
    bool bf16 = false;
    int threads = 1;

    /// Places: queries, keys and values side by side [N, S, 3 heads width]; the result [N, S, heads
    /// width]; scratchBytes(). Throws std::runtime_error when the library fails.
    void run(std::span<void* const> places) const override;

    [[nodiscard]] std::int64_t scratchBytes() const;

private:
    template <typename T>
    void compute(const T* qkv, T* found, float* scratch) const;
    [[nodiscard]] std::int64_t scratchValues() const;  ///< of one thread
};

}  // namespace duelo
