// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "dnn/plan_kernel.h"
#include "networks/execution_plan.h"
#include "networks/shape.h"

namespace duelo {

/// The convolution of an image of few channels. Their values lie beside each other in its rows, so
/// that a row of the kernel is one run of numbers, and all that is summed up is as many runs as the
/// kernel has rows. oneDNN 2.6 sums up each place by itself, with a channel of zeros more in bf16,
/// and needs a call before that brings the image about.
struct ImageConv final : PlanKernel {
    Shape in{}, out{};
    int kernel = 1, stride = 1;
    Padding rows{}, columns{};
    bool bf16 = false;
    Activation activation = Activation::None;
    int threads = 1;

    /// Tells whether there are instructions for it, and it fills the tiles.
    [[nodiscard]] static bool takes(const Node& node, const Shape& in, Activation activation,
                                    bool bf16);

    /// Places: the image, fp32 [N, C, H, W]; packed weights; the result [N, H, W, C] in the numbers
    /// of the plan; the bias in fp32; scratchBytes().
    void run(std::span<void* const> places) const override;

    [[nodiscard]] std::int64_t scratchBytes() const;
    [[nodiscard]] std::int64_t packedValues() const;
    /// Packs weights from [out, in, kernel, kernel] in fp32.
    void pack(const float* weights, void* to) const;

private:
    /// The part that one thread computes at a time: some rows of the result of one image.
    struct Block {
        std::int64_t image = 0, first_row = 0, last_row = 0;
    };
    [[nodiscard]] std::int64_t valuesOfWord() const { return bf16 ? 2 : 1; }
    [[nodiscard]] std::int64_t runWords() const;  ///< of a row of the kernel
    [[nodiscard]] std::int64_t rowWords() const;  ///< from one row of the image to the next
    [[nodiscard]] std::int64_t blocks() const;    ///< of an image
    [[nodiscard]] std::int64_t threadBytes() const;
    void compute(std::span<void* const> places, const Block& block, std::byte* scratch) const;
    /// The rows of the image that the block needs, as they are multiplied.
    void gather(const float* image, const Block& block, std::byte* scratch) const;
};

}  // namespace duelo
