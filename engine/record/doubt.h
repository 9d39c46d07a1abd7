// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "record/record_file.h"

namespace duelo {

/// Tells whether one of a result's flags says that its time may be another one: then no factor
/// follows from it, and measuring again may help.
[[nodiscard]] bool isDoubtful(const ResultRecord& result);

/// Tells whether its time is a call's share of a row of calls, with copies beside the computing:
/// what is done in a second follows from it, not how long one call takes.
[[nodiscard]] bool isPipelined(const ResultRecord& result);

/// Its cells are measured again together, because a ratio pairs the rounds of one interleaved run.
struct DoubtfulRow {
    std::vector<std::string> cells{};  ///< ids of all that are done or can be tried again
    int doubtful = 0;  ///< how many of them are doubtful or can be tried again; at least one

    bool operator==(const DoubtfulRow&) const = default;
};

/// Tells whether a cell has no result because the engine ended in the middle of it: measuring again
/// may give one.
[[nodiscard]] bool isLost(const ResultRecord& result);

/// Tells whether a cell has no result and measuring again may give one: it was lost, or a library
/// gave up in it for a reason that Duelo does not know.
[[nodiscard]] bool canBeTriedAgain(const ResultRecord& result);

/// The rows of a file, in its order, in which a result that counts is doubtful, or one can be tried
/// again. Of a repeated cell the latest result that is done counts.
[[nodiscard]] std::vector<DoubtfulRow> doubtfulRows(const RecordLog& log);

}  // namespace duelo
