// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// The places where words and figures of a report meet.
namespace duelo {

/// Keeps a number and its unit in one line: "224 px" in a narrow column.
[[nodiscard]] std::string unbroken(const std::string& text);

/// Tells whether a blank has to part these words from a figure behind them: after a word and the
/// signs that end one, but not after "(", "=" or "/" (Y-43).
[[nodiscard]] bool endsInWord(std::string_view words);

/// Tells whether a blank has to part these words from a figure before them.
[[nodiscard]] bool beginsWord(std::string_view words);

}  // namespace duelo
