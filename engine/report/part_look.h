// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "report/chart_geometry.h"

namespace duelo {

enum class Pattern { Plain, Rising, Falling, Upright, Level, Hatched };

/// The look of a part of the time: colour and pattern each tell the parts apart.
struct PartLook {
    std::optional<int> style;  ///< the series whose colour it has (seriesLook()); absent: no
                               ///< colour, as it is no part
    Pattern pattern = Pattern::Plain;
};

/// A part that has no look of its own gets one by its `place` among those of the chart.
[[nodiscard]] PartLook partLook(std::string_view id, std::size_t place);

/// Returns the look of a whole bar, which has no marker: where colours come again they have another
/// pattern.
[[nodiscard]] PartLook barLook(int style);

/// The lines of a pattern in a box, `step` apart. Computed, not clipped: small SVG readers know
/// neither clips nor patterns.
[[nodiscard]] std::vector<Stroke> patternStrokes(const Box& box, Pattern pattern, double step);

}  // namespace duelo
