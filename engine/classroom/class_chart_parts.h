// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "classroom/class_charts.h"

/// Shared by the charts of a class and the story of one PC.
namespace duelo::class_chart {

/// The marks of the PCs of a case stand at most kSpread to either side of its place; a chart leaves
/// kMargin at both ends.
inline constexpr double kSpread = 0.3, kMargin = 0.5;

/// The PCs that are looked at and have any of these cases, in the order of the seats.
[[nodiscard]] std::vector<std::size_t> seatsWith(const Classroom& classroom,
                                                 std::span<const std::size_t> cases,
                                                 const ClassFilter& filter);
/// Returns the offset of a PC's marks from the place of a case, the same for all of its marks.
[[nodiscard]] double asideOf(std::size_t rank, std::size_t count);
/// A time with its interval, in that unit.
[[nodiscard]] std::string timeText(const ClassTime& time, const TimeUnit& unit,
                                   NumberStyle numbers);
[[nodiscard]] std::string ratioText(const RatioEstimate& ratio, NumberStyle numbers);
[[nodiscard]] std::string doubtsOf(const std::vector<std::string>& flags, const Text& text);
/// The cases that are shown together with one; itself where no chart has it.
[[nodiscard]] std::vector<std::size_t> chartWith(const Classroom& classroom, std::size_t number);
/// A case as its chart calls it: by what tells it from the other cases there.
[[nodiscard]] std::string caseName(const Classroom& classroom, std::size_t number,
                                   const FindSpec& find, const Text& text);
/// Tells a chart to who does not see it.
[[nodiscard]] std::string described(const std::string& title, std::size_t marks, const Text& text);

}  // namespace duelo::class_chart
