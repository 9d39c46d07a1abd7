// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/triangle_filter.h"

namespace duelo {

/// The filter of a row of RGB pixels, laid out for vectors: five pixels are 15 of 16 lanes, so each
/// lane keeps its channel from one group to the next.
struct RowFilter {
    static constexpr int kPixels = 5, kLanes = 16;

    explicit RowFilter(const std::vector<FilterTaps>& taps);

    /// Bytes behind a row that may be read, and do not count.
    [[nodiscard]] std::size_t spareBytes() const {
        return static_cast<std::size_t>(groups) * 3 * kPixels + 1;
    }

    int groups = 0;                     ///< of each output: those of the widest
    std::vector<std::size_t> first;     ///< byte of each output's first pixel
    std::vector<std::int32_t> weights;  ///< groups * kLanes for each output; 0 behind its own
};

/// The two passes of a resize, for the vectors of this processor. Integers: all give the same.
struct ResizeLoops {
    /// `count` rows of RGB, `step` bytes apart, to filter.first.size() pixels each. Behind the last
    /// are filter.spareBytes().
    void (*rows)(const std::uint8_t* row, std::size_t step, std::size_t count,
                 const RowFilter& filter, std::uint8_t* out, std::size_t out_step);
    /// `bytes` sums over taps.weights.size() rows that are `step` bytes apart.
    void (*column)(const std::uint8_t* from, std::size_t step, const FilterTaps& taps,
                   std::size_t bytes, std::uint8_t* out);
};

/// The widest that this processor knows.
[[nodiscard]] const ResizeLoops& resizeLoops();
/// All that it knows, plain ones first.
[[nodiscard]] std::vector<ResizeLoops> allResizeLoops();

}  // namespace duelo
