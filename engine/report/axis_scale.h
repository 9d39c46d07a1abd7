// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/text.h"

/// Scales of chart axes: the place of each value, and the values that are written beside the axis.
/// Pure: no widget, no font.
namespace duelo {

struct AxisTick {
    double value = 0;
    std::string label;
};

struct AxisScale {
    bool log = false;
    double low = 0, high = 1;     ///< the ends of the axis; low < high, and 0 < low if log
    std::vector<AxisTick> ticks;  ///< ascending, each with a grid line and a label
    std::vector<double> minor;    ///< grid lines without a label

    /// NaN, infinities and, on a log axis, zero and less have no place on it.
    [[nodiscard]] bool shows(double value) const;
    /// 0 at low, 1 at high; of a value that shows().
    [[nodiscard]] double at(double value) const;
};

/// A number of an axis whose ticks are `step` apart: as many digits as tell it from its neighbours.
[[nodiscard]] std::string axisNumber(double value, double step, NumberStyle numbers);
/// Writes a value with all the decimals that it has: "224", "0,25".
[[nodiscard]] std::string exactNumber(double value, NumberStyle numbers);

/// Steps of 1, 2 or 5 times a power of ten, widened to whole steps, with at most `max_ticks` ticks
/// where two steps do not need more. low = high gets room on both sides; a lone 0 stays the low
/// end.
[[nodiscard]] AxisScale linearScale(double low, double high, int max_ticks, NumberStyle numbers);

/// Widened to whole decades. Ticks at powers of ten, with 2 and 5 between them where `max_ticks`
/// allows, or at every second, third... power.
[[nodiscard]] AxisScale decadeScale(double low, double high, int max_ticks, NumberStyle numbers);

/// decadeScale() of a quantity that spans many powers of ten, with ticks as such: "10⁻⁷".
[[nodiscard]] AxisScale powerScale(double low, double high, int max_ticks);

/// Returns a logarithmic scale of bytes: at most `max_ticks` ticks, at powers of two, as "64 KiB".
[[nodiscard]] AxisScale byteScale(double low, double high, int max_ticks, NumberStyle numbers);

/// decadeScale() that ends at the next 1, 2 or 5 times a power of ten, if two ticks remain.
[[nodiscard]] AxisScale logScale(double low, double high, int max_ticks, NumberStyle numbers);

/// Ticks at exactly these values and room at both ends; logarithmic, those with many zeros as
/// powers of ten.
[[nodiscard]] AxisScale valueScale(std::span<const double> values, bool log, NumberStyle numbers);

}  // namespace duelo
