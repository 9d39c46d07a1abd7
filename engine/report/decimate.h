// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace duelo {

/// The lowest and the highest of many values, NaN apart; {0, 0} without a value.
struct Extremes {
    double low = 0, high = 0;
};
[[nodiscard]] Extremes extremesOf(std::span<const double> values);

/// The samples of a long series that make the same picture as all of them (G23).
///
/// Of each of `columns` equal columns between x_low and x_high: the first, the lowest, the highest
/// and the last sample, which is all a line of one pixel per column can show (M4; Jugel et al.
/// 2014). No extreme is ever lost, however short. Series of up to four samples per column come back
/// whole.
///
/// `x` ascending and `y` finite, both of one length. Samples outside x_low...x_high are left out.
/// Returns ascending indices, at most 4 * columns.
[[nodiscard]] std::vector<std::size_t> decimate(std::span<const double> x,
                                                std::span<const double> y, double x_low,
                                                double x_high, int columns);

}  // namespace duelo
