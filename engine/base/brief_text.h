// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace duelo {

/// No name of a processor, a person or a file of this world is longer.
inline constexpr std::size_t kMostNameChars = 120;
/// The most that one {placeholder} of a sentence takes: paths and messages of a system fit.
inline constexpr std::size_t kMostArgumentChars = 600;

/// Returns visibleText(), cut to `most` characters with "…" behind them. Names from outside stand
/// in titles, tables and sentences, which an endless one would make unreadable.
[[nodiscard]] std::string briefText(std::string_view text, std::size_t most = kMostNameChars);

}  // namespace duelo
