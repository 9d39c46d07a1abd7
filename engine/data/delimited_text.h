// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace duelo {

/// Returns the sign that parts the columns of a line: of tab, semicolon and comma the most frequent
/// one outside quotes, else a blank.
[[nodiscard]] char delimiterOf(std::string_view line);

using TextRow = std::vector<std::string>;

/// Reads the rows of a table as text, with commas, semicolons, tabs or blanks between the columns
/// and quotes where needed (RFC 4180). Empty lines are no rows. UTF-8 with or without a byte-order
/// mark; what is not UTF-8 is read as Latin-1.
///
/// Errors: those of openToRead(); label_table_too_large {path, limit_bytes}.
Result<std::vector<TextRow>> readDelimited(const std::filesystem::path& path);

}  // namespace duelo
