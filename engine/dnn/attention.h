// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "dnn/plan_kernel.h"

namespace duelo {

/// softmax(Q K^T / sqrt(width)) V of each head (Vaswani et al. 2017, equation 1), some queries at a
/// time, so that what they find of the keys stays in a cache and is never written to memory. Its
/// sums are fp32, in a plan in bf16 too; what is multiplied there is bf16 where there are
/// instructions for it.
struct Attention final : PlanKernel {
    std::int64_t batch = 1, tokens = 1, heads = 1, width = 1;  ///< width: channels of one head
    bool bf16 = false;
    int threads = 1;

    /// Places: queries, keys and values side by side [N, S, 3 heads width]; the result [N, S, heads
    /// width]; scratchBytes().
    void run(std::span<void* const> places) const override;

    [[nodiscard]] std::int64_t scratchBytes() const;

private:
    struct Scratch;
    [[nodiscard]] bool inPairs() const;  ///< of bf16 numbers
    [[nodiscard]] std::int64_t queryBlocks() const;
    /// Takes keys and values over as panels of a TileProduct.
    template <typename T>
    void takeKeys(const T* keys, const Scratch& scratch) const;
    template <typename T>
    void takeValues(const T* values, const Scratch& scratch) const;
    template <typename T>
    void answer(const T* queries, std::int64_t count, T* found, const Scratch& scratch) const;
    template <typename T>
    void compute(const T* qkv, T* found, float* scratch) const;
};

}  // namespace duelo
