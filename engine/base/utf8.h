// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace duelo {

/// Bytes of the well-formed UTF-8 sequence that starts `text` (Unicode 15, table 3-7: no overlong
/// forms, no surrogates); 0 where there is none, also for an empty text.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

/// Code points of a well-formed text, and so about as many letters as a reader sees.
[[nodiscard]] std::size_t letterCount(std::string_view text);

/// A path in well-formed UTF-8 for a sentence or a JSON value: bytes that are none (possible on
/// Linux) become U+FFFD, so it need not lead back to the file. See utf8() in places.h for that.
[[nodiscard]] std::string pathText(const std::filesystem::path& path);

/// Tells whether pathText() leads back to the file: what does not can stand in no plan and no
/// record.
[[nodiscard]] bool isText(const std::filesystem::path& path);

}  // namespace duelo
