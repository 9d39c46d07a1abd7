// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "dnn/plan_kernel.h"
#include "networks/execution_plan.h"
#include "networks/shape.h"

namespace duelo {

/// A 1x1 convolution and the depthwise one of 3x3 behind it, in fp32. The value between them, the
/// largest of a network for telephones, is made row by row of 64 channels and read from the cache:
/// three rows are kept. oneDNN 2.6 fuses some such pairs, in layouts that what is before and behind
/// them does not have.
struct ExpandedDepthwise final : PlanKernel {
    Shape in{}, out{};  ///< of the first, of the second
    int stride = 1;
    Padding rows{}, columns{};
    Activation first = Activation::None, second = Activation::None;
    int threads = 1;

    /// Tells whether they are such kernels.
    [[nodiscard]] static bool takes(const Node& pointwise, const Node& depthwise);

    /// Places: what is expanded, [N, H, W, C]; its weights in panels as PackedLinear's; the result,
    /// [N, H, W, C]; the bias in fp32; the depthwise weights as packed; their bias; scratchBytes().
    void run(std::span<void* const> places) const override;

    [[nodiscard]] std::int64_t scratchBytes() const;
    /// Reorders weights from [channels, 1, 3, 3] to [3, 3, channels].
    void pack(const float* weights, float* to) const;

private:
    /// The part that one thread computes at a time: 64 channels of some rows of the result of one
    /// image.
    struct Block {
        std::int64_t image = 0, panel = 0, first_row = 0, last_row = 0;
    };
    [[nodiscard]] std::int64_t panels() const;
    [[nodiscard]] std::int64_t chunks() const;     ///< of the rows of an image
    [[nodiscard]] std::int64_t rowValues() const;  ///< of a row between the two
    void compute(std::span<void* const> places, const Block& block, float* kept) const;
    void expand(std::span<void* const> places, const Block& block, std::int64_t row,
                float* to) const;
};

}  // namespace duelo
