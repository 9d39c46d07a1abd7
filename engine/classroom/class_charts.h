// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "classroom/class_tables.h"
#include "report/chart_value.h"

/// The class as charts, and one PC of it in words: the same in the window and in files. A mark's
/// `owner` is the place of its PC in Classroom::seats(), its `group` the number of its case.
namespace duelo {

/// Time of every PC over the cases of one chart, of the variants of `sides` alone, before the box
/// of the class (quartiles, median). Within a case the PCs stand side by side in the order of their
/// seats, and times that Duelo did not measure stand apart, hollow, without an owner and in no box.
[[nodiscard]] ScatterValue classTimes(const Classroom& classroom,
                                      std::span<const std::size_t> chart, const ClassSides& sides,
                                      const FindSpec& find, const ClassOptions& options);
/// The owner of a mark of no PC.
inline constexpr std::size_t kNoSeat = static_cast<std::size_t>(-1);
/// The variant of a mark of these charts.
[[nodiscard]] std::size_t variantOf(const Classroom& classroom, const ClassSides& sides,
                                    const ScatterValue::Mark& mark);
/// Time of the base / time of the other variant of every PC in one case, in the order of their
/// seats: filled where a verdict could be given, hollow where it is inconclusive.
[[nodiscard]] ScatterValue classRatios(const Classroom& classroom, std::size_t number,
                                       const ClassSides& sides, const FindSpec& find,
                                       const ClassOptions& options);
/// The factor that was measured over the band that was predicted; who predicted well stands upon
/// the diagonal. Of each PC and case the latest prediction.
[[nodiscard]] ScatterValue classPredictions(const Classroom& classroom,
                                            std::span<const std::size_t> chart,
                                            const FindSpec& find, const ClassOptions& options);

/// "seat 14"; with names who sat there.
[[nodiscard]] std::string seatName(const ClassSeat& seat, const ClassOptions& options);

/// The story that a click on a mark tells.
struct SeatStory {
    std::string title{};
    std::vector<std::string> lines{};  ///< against the class, interval, speed-up, repeats
};
/// Tells of a case that the seat has a mark of. Without a time of the variant the lines say why.
[[nodiscard]] SeatStory seatStory(const Classroom& classroom, const ClassSeat& seat, ClassKey key,
                                  const FindSpec& find, const ClassOptions& options);

}  // namespace duelo
