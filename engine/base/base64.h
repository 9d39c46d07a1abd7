// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace duelo {

/// RFC 4648, with padding: bytes inside a JSON line.
[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);
/// The bytes again; nothing where the text is not what base64() makes of any.
[[nodiscard]] std::optional<std::string> fromBase64(std::string_view text);

}  // namespace duelo
