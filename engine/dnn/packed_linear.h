// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "dnn/plan_kernel.h"
#include "networks/execution_plan.h"

namespace duelo {

struct FinishedRow;

/// A linear layer of many rows, whose weights lie in panels of kTileColumns outputs: for each word
/// of inputs (TileProduct) those of all its outputs. With AVX-512 oneDNN 2.6 reaches 0.7 to 0.95 of
/// its speed, and takes a fifth longer for GELU.
struct PackedLinear final : PlanKernel {
    std::int64_t rows = 1, inputs = 1, outputs = 1;
    bool bf16 = false;
    bool adds = false;  ///< to what the result's place holds
    Activation activation = Activation::None;
    int threads = 1;

    /// Panels hold zeros up to so many inputs.
    [[nodiscard]] static constexpr std::int64_t inputsOfPanel(std::int64_t inputs) {
        constexpr std::int64_t kStep = 16;
        return parts(inputs, kStep) * kStep;
    }

    /// Tells whether there are instructions for it (with the narrowest vectors oneDNN is as fast),
    /// and its rows are whole words.
    [[nodiscard]] static bool takes(std::int64_t inputs, bool bf16);

    /// Places: the rows; the weights; the result; the bias in fp32; scratchBytes().
    void run(std::span<void* const> places) const override;

    [[nodiscard]] std::int64_t scratchBytes() const;

private:
    struct Block;
    [[nodiscard]] std::int64_t chunks() const;
    [[nodiscard]] std::int64_t rowsOfChunk() const;  ///< at most
    [[nodiscard]] std::int64_t words() const { return bf16 ? inputs / 2 : inputs; }
    [[nodiscard]] std::int64_t panels() const;
    [[nodiscard]] std::int64_t scratchValues() const;  ///< of one thread
    [[nodiscard]] Block block(std::int64_t work) const;
    void compute(std::span<void* const> places, const Block& block, const Block& next,
                 float* sums) const;
    /// The lines of the result may belong to another core: asks for them before they are written.
    void awaitResult(std::span<void* const> places, const Block& block, std::int64_t first,
                     std::int64_t last) const;
    [[nodiscard]] std::byte* resultAt(std::span<void* const> places, const Block& block,
                                      std::int64_t row) const;
    [[nodiscard]] FinishedRow finishedRow(std::span<void* const> places, std::int64_t panel) const;
    void finish(std::span<void* const> places, const Block& block, const FinishedRow& how,
                const float* sums, std::int64_t first, std::int64_t last) const;
};

}  // namespace duelo
