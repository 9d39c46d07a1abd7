// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace duelo {

/// RFC 4648, with padding: bytes inside a JSON line.
[[nodiscard]] std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace duelo
