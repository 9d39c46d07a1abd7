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

struct FileCells {
    std::vector<Source> sources{};  ///< its headers
    /// In the order of its lines, and after them those that only its plan knows. Every cell without
    /// a figure has its reason. Their sources are those above.
    std::vector<FileCell> cells{};
};

/// Without a header there is nothing.
[[nodiscard]] FileCells readFile(const RecordLog& log, std::size_t file, Role role,
                                 const FindSpec& find);

}  // namespace duelo
