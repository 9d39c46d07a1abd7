// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "lab_report/kept_files.h"

namespace duelo {

/// The part that a group of files plays in a report. It does not depend on which file is open, so
/// that the same report is printed whatever was looked at last.
struct GroupPart {
    bool is_read = true;    ///< else it is empty, or a game, which is evidence of nothing
    bool is_main = false;   ///< the results are its tables and charts
    bool is_told = false;   ///< the annex tells how it was measured
    std::size_t place = 0;  ///< among all groups, in the order of the report
};

/// Returns the part of each group. The first is open, and the others are kept by the report; of
/// each experiment that one is the main one which has most of the cases and devices that the
/// handout asks for (asked_cases.h), of two alike one that the report stands on. A group that has
/// all files of another takes its place.
[[nodiscard]] std::vector<GroupPart> groupPartsOf(std::span<const FileGroup> groups,
                                                  const ReportGround& ground);

}  // namespace duelo
