// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "base/words.h"
#include "experiments/stencil/kernel_texts.h"
#include "plan/params.h"

namespace duelo {

/// The order in which the cells of a plate are gone through: down each column, along each row,
/// along the rows of a block of columns, or so with several steps at once.
enum class HeatWay { Columns, Rows, Blocked, Temporal };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<HeatWay>{"columns", "rows", "blocked",
                                                                  "temporal"};

/// The axis of the orders: the texts that a page shows are those of its words.
inline constexpr const char* kHeatAxis = "kernel";
/// A plate with one cell that changes, and one of 4 GiB.
inline constexpr int kLeastHeatSide = 3, kMostHeatSide = 32768;
inline constexpr int kMostHeatSteps = 1024;
/// The operations of an update, and the bytes that any order reads and writes for it at least.
inline constexpr std::int64_t kHeatFlop = 6, kHeatBytes = 2 * sizeof(float);

struct HeatCase {
    std::int64_t side = 0, steps = 1;

    /// Returns the cells that change.
    [[nodiscard]] std::int64_t inner() const { return (side - 2) * (side - 2); }
    /// Returns how many steps each pass over the plate takes, and how many passes there are.
    [[nodiscard]] std::int64_t levels(HeatWay way) const {
        return way == HeatWay::Temporal ? std::min<std::int64_t>(steps, kHeatLevels) : 1;
    }
    [[nodiscard]] std::int64_t passes(HeatWay way) const {
        return (steps + levels(way) - 1) / levels(way);
    }
    /// Returns the bytes that a call has to move between the memory and the caches at least.
    [[nodiscard]] std::int64_t bytesMoved(HeatWay way) const {
        return kHeatBytes * inner() * passes(way);
    }
};
[[nodiscard]] inline HeatCase heatCase(const Params& work) {
    return {.side = work.integer("side"), .steps = work.integer("steps", 1)};
}
[[nodiscard]] inline HeatWay heatWay(const Params& variant) {
    return variant.word<HeatWay>(kHeatAxis);
}

}  // namespace duelo
