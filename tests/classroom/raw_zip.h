// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <zlib.h>

/// ZIP archives byte by byte (APPNOTE.TXT 4.3), also such as no library would write.
namespace duelo::test {

/// The fields of one file in an archive; none of them need be true.
struct RawEntry {
    std::string name{};
    std::string packed{};
    std::uint32_t crc = 0;
    std::uint32_t bytes = 0;         ///< unpacked
    std::uint16_t method = 0;        ///< 0: as it is; 8: Deflate
    std::uint16_t flags = 1u << 11;  ///< the name is UTF-8
};

inline std::uint32_t crcOf(std::string_view bytes) {
    return static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}
/// A true entry, as it is.
inline RawEntry stored(std::string name, std::string bytes) {
    RawEntry out{.name = std::move(name)};
    out.crc = crcOf(bytes);
    out.bytes = static_cast<std::uint32_t>(bytes.size());
    out.packed = std::move(bytes);
    return out;
}

/// Packs a piece of a Deflate stream: pieces stand behind each other, the last one ends it.
inline std::string deflated(std::string_view bytes, bool last) {
    z_stream stream{};
    if (deflateInit2(&stream, 6, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK) return {};
    std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, last ? Z_FINISH : Z_FULL_FLUSH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// Gives the bytes of an archive in their order: those of each entry, then its directory.
class RawZip {
public:
    [[nodiscard]] std::string add(const RawEntry& entry) {
        const std::string facts = factsOf(entry);
        m_directory += "PK\1\2" + number(20, 2) + facts + number(0, 2) + number(0, 2) +
                       number(0, 2) + number(0, 4) + number(m_at, 4) + entry.name;
        ++m_count;
        std::string out = "PK\3\4" + facts + entry.name + entry.packed;
        m_at += out.size();
        return out;
    }
    [[nodiscard]] std::string end() const {
        return m_directory + "PK\5\6" + number(0, 4) + number(m_count, 2) + number(m_count, 2) +
               number(m_directory.size(), 4) + number(m_at, 4) + number(0, 2);
    }

private:
    static std::string number(std::uint64_t value, int bytes) {
        std::string out;
        for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
        return out;
    }
    /// Returns the fields that both headers of an entry have: the local one and the directory's.
    static std::string factsOf(const RawEntry& entry) {
        constexpr int kFirstDay = 1 << 5 | 1;  // of 1980
        return number(20, 2) + number(entry.flags, 2) + number(entry.method, 2) + number(0, 2) +
               number(kFirstDay, 2) + number(entry.crc, 4) + number(entry.packed.size(), 4) +
               number(entry.bytes, 4) + number(entry.name.size(), 2) + number(0, 2);
    }

    std::string m_directory;
    std::uint64_t m_at = 0, m_count = 0;
};

/// A whole archive of such entries.
template <typename Entries>
std::string rawZip(const Entries& entries) {
    RawZip zip;
    std::string out;
    for (const RawEntry& entry : entries) out += zip.add(entry);
    return out + zip.end();
}

}  // namespace duelo::test
