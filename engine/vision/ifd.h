// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vision/byte_reader.h"

namespace duelo {

/// One directory of a TIFF file or of an EXIF block, which is a small TIFF file
/// (TIFF 6.0, section 2; EXIF 2.32, section 4.5).
class Ifd {
public:
    struct Entry {
        std::uint16_t tag;
        std::uint16_t type;
        std::uint32_t count;
        std::uint64_t at;  ///< where the values lie
    };

    /// Byte order and offset of the first directory; nothing when it is not a TIFF structure.
    static std::optional<std::pair<ByteOrder, std::uint64_t>> start(Bytes bytes);

    /// Nothing when the directory or a value of it lies outside the bytes.
    static std::optional<Ifd> read(ByteReader reader, std::uint64_t at);

    [[nodiscard]] const Entry* find(std::uint16_t tag) const;
    /// The i-th value of a BYTE, SHORT or LONG tag; `missing` when there is none.
    [[nodiscard]] std::uint32_t value(std::uint16_t tag, std::uint32_t missing,
                                      std::uint32_t i = 0) const;
    /// Some tag's values lie behind the end of the bytes.
    [[nodiscard]] bool incomplete() const { return m_incomplete; }
    [[nodiscard]] std::uint64_t next() const { return m_next; }
    [[nodiscard]] std::uint64_t nextAt() const { return m_next_at; }

private:
    explicit Ifd(ByteReader reader) : m_reader(reader) {}

    ByteReader m_reader;
    std::vector<Entry> m_entries;
    bool m_incomplete = false;
    std::uint64_t m_next = 0;
    std::uint64_t m_next_at = 0;
};

/// Tag 274 of an EXIF block, with or without its "Exif\0\0" prefix; nothing when absent or
/// not 1..8.
std::optional<int> exifOrientation(Bytes block);

}  // namespace duelo
