// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace duelo {

inline constexpr std::size_t kMaxNameBytes = 120;  ///< half of what file systems take

/// Makes a file name that every system takes out of a text that a person typed or an archive holds:
/// UTF-8 without separators, characters that Windows refuses, control and bidirectional characters;
/// blanks are single, no dot, blank or hyphen stands at an end, and a device of Windows ("CON",
/// "nul.txt") gets an underscore in front. No longer than `most_bytes`; empty where nothing is
/// left.
[[nodiscard]] std::string safeFileName(std::string_view text,
                                       std::size_t most_bytes = kMaxNameBytes);

}  // namespace duelo
