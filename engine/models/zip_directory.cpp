// SPDX-License-Identifier: Apache-2.0
#include "models/zip_directory.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <zlib.h>

#include "base/printable.h"

namespace duelo {

namespace {

// Section numbers are those of the APPNOTE.
constexpr std::uint64_t kEndBytes = 22;      // 4.3.16, without comment
constexpr std::uint64_t kEnd64Bytes = 56;    // 4.3.14
constexpr std::uint64_t kLocatorBytes = 20;  // 4.3.15
constexpr std::uint64_t kCentralBytes = 46;  // 4.3.12, without name
constexpr std::uint64_t kLocalBytes = 30;    // 4.3.7, without name
constexpr std::uint64_t kLongestComment = 0xFFFF;
constexpr std::uint64_t kInZip64 = 0xFFFFFFFF;  // 4.4.8: the value stands in the extra field
constexpr std::uint64_t kZip64Extra = 0x0001;   // 4.5.3
constexpr std::uint64_t kEncrypted = 1u << 0;   // 4.4.4
constexpr std::uint64_t kStored = 0;            // 4.4.5

tl::unexpected<Reason> bad(const char* rule, std::string_view entry = {}) {
    return fail("weights_zip", {{"rule", rule}, {"entry", printable(entry)}});
}

/// Little-endian fields of the archive. Reading past the end yields zero and is remembered.
class ZipFields {
public:
    explicit ZipFields(std::span<const std::byte> file) : m_file(file) {}

    std::uint64_t at(std::uint64_t offset, unsigned bytes) {
        if (!inside(offset, bytes)) {
            m_past_end = true;
            return 0;
        }
        std::uint64_t value = 0;
        for (unsigned i = bytes; i-- > 0;)
            value = value << 8 | std::to_integer<std::uint64_t>(m_file[offset + i]);
        return value;
    }
    std::string_view text(std::uint64_t offset, std::uint64_t bytes) {
        if (!inside(offset, bytes)) {
            m_past_end = true;
            return {};
        }
        return {reinterpret_cast<const char*>(m_file.data()) + offset,
                static_cast<std::size_t>(bytes)};
    }
    [[nodiscard]] bool inside(std::uint64_t offset, std::uint64_t bytes) const {
        return offset <= m_file.size() && bytes <= m_file.size() - offset;
    }
    [[nodiscard]] std::uint64_t size() const { return m_file.size(); }
    [[nodiscard]] bool pastEnd() const { return m_past_end; }

private:
    std::span<const std::byte> m_file;
    bool m_past_end = false;
};

struct Central {
    std::uint64_t offset = 0, bytes = 0, entries = 0;
};

struct Record {
    std::string_view name;
    std::uint64_t flags = 0, method = 0, crc = 0, packed = 0, bytes = 0, local = 0, next = 0;
};

/// Offset of the end record: the last signature whose comment reaches exactly to the file's end.
Result<std::uint64_t> findEnd(ZipFields& fields) {
    if (fields.size() < kEndBytes) return fail("weights_zip_end");
    const std::uint64_t last = fields.size() - kEndBytes;
    const std::uint64_t first = last - std::min(last, kLongestComment);
    for (std::uint64_t at = last + 1; at-- > first;)
        if (fields.at(at, 4) == 0x06054B50 &&
            at + kEndBytes + fields.at(at + 20, 2) == fields.size())
            return at;
    return fail("weights_zip_end");
}

Result<Central> readEnd(ZipFields& fields) {
    const auto end = findEnd(fields);
    if (!end) return tl::unexpected(end.error());
    Central central{.offset = fields.at(*end + 16, 4),
                    .bytes = fields.at(*end + 12, 4),
                    .entries = fields.at(*end + 10, 2)};
    std::uint64_t disks = fields.at(*end + 4, 4);
    std::uint64_t tail = *end;
    if (*end >= kLocatorBytes && fields.at(*end - kLocatorBytes, 4) == 0x07064B50) {
        const std::uint64_t end64 = fields.at(*end - kLocatorBytes + 8, 8);
        if (!fields.inside(end64, kEnd64Bytes) || fields.at(end64, 4) != 0x06064B50)
            return bad("zip64_end");
        disks = fields.at(end64 + 16, 8);
        central = {.offset = fields.at(end64 + 48, 8),
                   .bytes = fields.at(end64 + 40, 8),
                   .entries = fields.at(end64 + 32, 8)};
        tail = end64;
    }
    if (disks != 0) return bad("several_disks");
    if (central.entries > kMaxZipEntries) return bad("too_many_entries");
    if (!fields.inside(central.offset, central.bytes) || central.offset + central.bytes != tail)
        return bad("directory_place");
    return central;
}

/// Sizes and offset that do not fit 32 bits follow in the zip64 extra field, in this order and only
/// those that the directory marks (4.5.3).
bool readZip64(ZipFields& fields, Record& record, std::uint64_t extra, std::uint64_t extra_end) {
    std::vector<std::uint64_t*> wanted;
    for (std::uint64_t* value : {&record.bytes, &record.packed, &record.local})
        if (*value == kInZip64) wanted.push_back(value);
    while (!wanted.empty() && extra + 4 <= extra_end) {
        const std::uint64_t kind = fields.at(extra, 2);
        const std::uint64_t bytes = fields.at(extra + 2, 2);
        if (bytes > extra_end - extra - 4) return false;
        if (kind == kZip64Extra) {
            if (bytes < 8 * wanted.size()) return false;
            for (std::size_t i = 0; i < wanted.size(); ++i)
                *wanted[i] = fields.at(extra + 4 + 8 * i, 8);
            return true;
        }
        extra += 4 + bytes;
    }
    return wanted.empty();
}

Result<Record> readRecord(ZipFields& fields, std::uint64_t at, std::uint64_t directory_end) {
    if (directory_end - at < kCentralBytes || fields.at(at, 4) != 0x02014B50)
        return bad("directory_entry");
    Record record{.name = {},
                  .flags = fields.at(at + 8, 2),
                  .method = fields.at(at + 10, 2),
                  .crc = fields.at(at + 16, 4),
                  .packed = fields.at(at + 20, 4),
                  .bytes = fields.at(at + 24, 4),
                  .local = fields.at(at + 42, 4)};
    const std::uint64_t name = fields.at(at + 28, 2);
    const std::uint64_t extra = fields.at(at + 30, 2);
    const std::uint64_t comment = fields.at(at + 32, 2);
    if (name + extra + comment > directory_end - at - kCentralBytes) return bad("directory_entry");
    record.name = fields.text(at + kCentralBytes, name);
    record.next = at + kCentralBytes + name + extra + comment;
    if (fields.at(at + 34, 2) != 0) return bad("several_disks", record.name);
    const std::uint64_t extra_start = at + kCentralBytes + name;
    if (!readZip64(fields, record, extra_start, extra_start + extra))
        return bad("zip64_extra", record.name);
    return record;
}

/// The entry's bytes, from its local header, which must repeat what the directory says.
Result<ZipEntry> place(ZipFields& fields, const Record& record, std::uint64_t directory) {
    const bool packed = record.method != kStored || (record.flags & kEncrypted) != 0;
    if (!packed && record.packed != record.bytes) return bad("stored_size", record.name);
    if (!fields.inside(record.local, kLocalBytes) || fields.at(record.local, 4) != 0x04034B50)
        return bad("local_header", record.name);
    const std::uint64_t name = fields.at(record.local + 26, 2);
    const std::uint64_t extra = fields.at(record.local + 28, 2);
    if (fields.text(record.local + kLocalBytes, name) != record.name ||
        fields.at(record.local + 8, 2) != record.method)
        return bad("local_header_differs", record.name);
    const std::uint64_t start = record.local + kLocalBytes + name + extra;
    if (start > directory || record.packed > directory - start)
        return bad("entry_out_of_range", record.name);
    return ZipEntry{start, record.packed, static_cast<std::uint32_t>(record.crc), packed};
}

}  // namespace

Result<ZipDirectory> readZipDirectory(std::span<const std::byte> file) {
    ZipFields fields(file);
    const auto central = readEnd(fields);
    if (!central) return tl::unexpected(central.error());

    ZipDirectory directory;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    const std::uint64_t end = central->offset + central->bytes;
    std::uint64_t at = central->offset;
    for (std::uint64_t i = 0; i < central->entries; ++i) {
        const auto record = readRecord(fields, at, end);
        if (!record) return tl::unexpected(record.error());
        const auto entry = place(fields, *record, central->offset);
        if (!entry) return tl::unexpected(entry.error());
        if (!directory.emplace(record->name, *entry).second)
            return bad("duplicate_entry", record->name);
        ranges.emplace_back(record->local, entry->offset + entry->bytes);
        at = record->next;
    }
    if (at != end) return bad("directory_size");
    std::sort(ranges.begin(), ranges.end());
    for (std::size_t i = 1; i < ranges.size(); ++i)
        if (ranges[i].first < ranges[i - 1].second) return bad("entries_overlap");
    if (fields.pastEnd()) return bad("out_of_range");
    return directory;
}

Result<std::span<const std::byte>> contentsOf(std::span<const std::byte> file,
                                              const ZipDirectory::value_type& entry) {
    const auto& [name, place] = entry;
    const auto bytes =
        file.subspan(static_cast<std::size_t>(place.offset), static_cast<std::size_t>(place.bytes));
    if (place.crc != 0 &&
        crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) != place.crc)
        return bad("crc32", name);
    return bytes;
}

}  // namespace duelo
