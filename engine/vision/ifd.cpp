// SPDX-License-Identifier: Apache-2.0
#include "vision/ifd.h"

#include <utility>

namespace duelo {
namespace {

constexpr std::uint16_t tag_orientation = 274;
constexpr std::uint32_t most_entries = 1024;  // real directories hold a few dozen

/// Bytes of one value of each TIFF type 1..12; 0: no such type.
std::uint64_t typeBytes(std::uint16_t type) {
    constexpr std::uint8_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8};
    return type < sizeof(sizes) ? sizes[type] : 0;
}

}  // namespace

std::optional<std::pair<ByteOrder, std::uint64_t>> Ifd::start(Bytes bytes) {
    using namespace std::string_view_literals;
    ByteReader little(bytes, ByteOrder::Little);
    if (!little.has(0, 8)) return std::nullopt;
    if (little.matches(0, "II\x2a\0"sv)) return std::pair{ByteOrder::Little, little.u32(4)};
    if (!little.matches(0, "MM\0\x2a"sv)) return std::nullopt;
    return std::pair{ByteOrder::Big, ByteReader(bytes, ByteOrder::Big).u32(4)};
}

std::optional<Ifd> Ifd::read(ByteReader reader, std::uint64_t at) {
    Ifd ifd(reader);
    const std::uint32_t count = ifd.m_reader.u16(at);
    if (count > most_entries) return std::nullopt;
    if (!reader.has(at, 2 + std::uint64_t{12} * count)) return std::nullopt;
    ifd.m_entries.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t entry = at + 2 + std::uint64_t{12} * i;
        Entry read{static_cast<std::uint16_t>(ifd.m_reader.u16(entry)),
                   static_cast<std::uint16_t>(ifd.m_reader.u16(entry + 2)),
                   ifd.m_reader.u32(entry + 4), entry + 8};
        const std::uint64_t bytes = typeBytes(read.type) * read.count;
        if (bytes > 4) read.at = ifd.m_reader.u32(entry + 8);
        // A tag that points outside is left out: a broken comment must not cost the photograph.
        if (!reader.has(read.at, bytes)) {
            ifd.m_incomplete = true;
        } else if (bytes > 0) {
            ifd.m_entries.push_back(read);
        }
    }
    ifd.m_next_at = at + 2 + std::uint64_t{12} * count;
    ifd.m_next = ifd.m_reader.u32(ifd.m_next_at);
    return ifd;
}

const Ifd::Entry* Ifd::find(std::uint16_t tag) const {
    for (const Entry& entry : m_entries) {
        if (entry.tag == tag) return &entry;
    }
    return nullptr;
}

std::uint32_t Ifd::value(std::uint16_t tag, std::uint32_t missing, std::uint32_t i) const {
    const Entry* entry = find(tag);
    if (!entry || i >= entry->count) return missing;
    ByteReader reader = m_reader;
    switch (entry->type) {
        case 1:
            return reader.u8(entry->at + i);
        case 3:
            return reader.u16(entry->at + std::uint64_t{2} * i);
        case 4:
            return reader.u32(entry->at + std::uint64_t{4} * i);
        default:
            return missing;
    }
}

std::optional<int> exifOrientation(Bytes block) {
    using namespace std::string_view_literals;
    if (ByteReader(block, ByteOrder::Big).matches(0, "Exif\0\0"sv)) block = block.subspan(6);
    const auto start = Ifd::start(block);
    if (!start) return std::nullopt;
    const auto ifd = Ifd::read(ByteReader(block, start->first), start->second);
    const std::uint32_t orientation = ifd ? ifd->value(tag_orientation, 0) : 0;
    if (orientation < 1 || orientation > 8) return std::nullopt;
    return static_cast<int>(orientation);
}

}  // namespace duelo
