// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace duelo {

/// Text out of an untrusted file, fit for a sentence and for JSON: printable ASCII and valid UTF-8
/// stay, everything else becomes '?', and it is cut after `limit` bytes with "...".
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 120);

/// "[64, 3, 7, 7]", as PyTorch writes it.
[[nodiscard]] std::string shapeText(std::span<const std::int64_t> shape);

}  // namespace duelo
