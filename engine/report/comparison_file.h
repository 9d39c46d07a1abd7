// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "report/comparison.h"

namespace duelo {

/// A cell of one file before it has a place in the table.
struct FileCell {
    Cell cell;
    ReportCell data;
};

/// The cells of one file in the order of its lines, and after them those that only its plan knows.
/// Every cell without a figure has its reason. The file's headers are appended to the sources;
/// without one there are no cells.
[[nodiscard]] std::vector<FileCell> readFile(const RecordLog& log, std::size_t file, Role role,
                                             Comparison& into);

}  // namespace duelo
