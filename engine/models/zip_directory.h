// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// Where the bytes of one entry lie in the archive.
struct ZipEntry {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;  ///< CRC-32 of the bytes; 0: torch.save() was told to leave it out
    bool packed = false;    ///< compressed or encrypted: the bytes are not the contents
};

using ZipDirectory = std::map<std::string_view, ZipEntry>;

inline constexpr std::size_t kMaxZipEntries = 3 * 10'000;

/// Reads the central directory of a zip archive on one disk (PKWARE APPNOTE 6.3.10, with zip64).
/// Every entry's local header must agree with the directory, lie before it and overlap no other
/// entry. The names view into `file`.
///
/// Reasons: "weights_zip" {rule, entry}, and "weights_zip_end" {} where the directory at the file's
/// end is missing, as in a download that broke off.
[[nodiscard]] Result<ZipDirectory> readZipDirectory(std::span<const std::byte> file);

/// The bytes of an entry of that archive, which must have its CRC-32.
///
/// Reasons: "weights_zip" {rule, entry}.
[[nodiscard]] Result<std::span<const std::byte>> contentsOf(std::span<const std::byte> file,
                                                            const ZipDirectory::value_type& entry);

}  // namespace duelo
