// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/comparison.h"

namespace duelo {

/// The work of a row.
using Work = std::pair<std::string, Params>;  ///< experiment, case

/// A cell of one file before it has a place in the table.
struct FileCell {
    Cell cell;  ///< its experiment, case and variant stand in FileCells
    ReportCell data;
    std::size_t work = 0, variant = 0;
};

struct FileCells {
    std::vector<Source> sources{};  ///< its headers
    /// The cells in the order of its lines, and after them those that only its plan knows. Every
    /// cell without a figure has its reason. Their sources are those above.
    std::vector<FileCell> cells{};
    /// Works and variants of the cells, each once, in the order of first appearance.
    std::vector<Work> works{};
    std::vector<Params> variants{};
};

/// Reads the cells of a log; nothing where it has no header.
[[nodiscard]] FileCells readFile(const RecordLog& log, std::size_t file, Role role,
                                 const FindSpec& find);
/// Reads the same, and takes the records out of the log, of which nothing is left.
[[nodiscard]] FileCells readFile(RecordLog&& log, std::size_t file, Role role,
                                 const FindSpec& find);

}  // namespace duelo
