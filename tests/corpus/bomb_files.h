// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace duelo::test {

/// Writes valid PNG files of black pixels whose size in memory is thousands of times that of the
/// file. No zlib: an image of zeros needs one literal and repeats of length 258 only.
class BlackPng {
public:
    /// bits: 1 or 8 per grey pixel. `behind`: more zeros than the rows need.
    static std::vector<std::uint8_t> make(std::uint32_t width, std::uint32_t height,
                                          std::uint32_t bits, std::uint64_t behind = 0) {
        BlackPng png;
        png.m_file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
        std::vector<std::uint8_t> header;
        big(header, width);
        big(header, height);
        header.insert(header.end(), {static_cast<std::uint8_t>(bits), 0, 0, 0, 0});
        png.chunk("IHDR", header);
        const std::uint64_t row = 1 + (std::uint64_t{width} * bits + 7) / 8;
        png.chunk("IDAT", zeros(row * height + behind));
        png.chunk("IEND", {});
        return png.m_file;
    }

private:
    static void big(std::vector<std::uint8_t>& out, std::uint32_t value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            out.push_back(static_cast<std::uint8_t>(value >> shift));
        }
    }

    /// RFC 1950 around one RFC 1951 block with fixed Huffman codes.
    static std::vector<std::uint8_t> zeros(std::uint64_t count) {
        std::vector<std::uint8_t> out = {0x78, 0xda};
        std::uint32_t held = 0;
        int held_bits = 0;
        const auto put = [&](std::uint32_t bits, int length) {  // least significant bit first
            held |= bits << held_bits;
            for (held_bits += length; held_bits >= 8; held_bits -= 8, held >>= 8) {
                out.push_back(static_cast<std::uint8_t>(held));
            }
        };
        put(0b011, 3);  // last block, fixed codes
        std::uint64_t left = count;
        // Literal 0 is 00110000, length 258 is 11000101, distance 1 is 00000: codes bit-reversed.
        for (; left % 258 != 0; --left) put(0b00001100, 8);
        if (left == count) {
            for (int i = 0; i < 258; ++i, --left) put(0b00001100, 8);
        }
        for (; left > 0; left -= 258) put(0b10100011, 13);
        put(0, 7);  // end of block
        if (held_bits > 0) out.push_back(static_cast<std::uint8_t>(held));
        big(out, static_cast<std::uint32_t>(count % 65521) << 16 | 1);  // Adler-32 of zeros
        return out;
    }

    void chunk(std::string_view kind, const std::vector<std::uint8_t>& data) {
        big(m_file, static_cast<std::uint32_t>(data.size()));
        const std::size_t from = m_file.size();
        m_file.insert(m_file.end(), kind.begin(), kind.end());
        m_file.insert(m_file.end(), data.begin(), data.end());
        big(m_file, crc(from));
    }

    [[nodiscard]] std::uint32_t crc(std::size_t from) const {
        static const std::array<std::uint32_t, 256> table = [] {
            std::array<std::uint32_t, 256> made{};
            for (std::uint32_t i = 0; i < 256; ++i) {
                std::uint32_t c = i;
                for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xedb88320U ^ c >> 1 : c >> 1;
                made[i] = c;
            }
            return made;
        }();
        std::uint32_t c = 0xffffffffU;
        for (std::size_t i = from; i < m_file.size(); ++i) {
            c = table[(c ^ m_file[i]) & 0xff] ^ c >> 8;
        }
        return c ^ 0xffffffffU;
    }

    std::vector<std::uint8_t> m_file;
};

inline void putLittle(std::vector<std::uint8_t>& bytes, std::size_t at, std::uint64_t value,
                      int count) {
    for (int i = 0; i < count; ++i) {
        bytes[at + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(value >> 8 * i);
    }
}

/// A BMP header that claims the size, without a pixel behind it.
inline std::vector<std::uint8_t> absurdBmp(std::int64_t width, std::int64_t height) {
    std::vector<std::uint8_t> bytes(54 + 64);
    bytes[0] = 'B';
    bytes[1] = 'M';
    putLittle(bytes, 2, bytes.size(), 4);
    putLittle(bytes, 10, 54, 4);
    putLittle(bytes, 14, 40, 4);
    putLittle(bytes, 18, static_cast<std::uint64_t>(width), 4);
    putLittle(bytes, 22, static_cast<std::uint64_t>(height), 4);
    putLittle(bytes, 26, 1, 2);
    putLittle(bytes, 28, 24, 2);
    return bytes;
}

/// Overwrites the size in the first SOF0/SOF2 segment of a JPEG.
inline std::vector<std::uint8_t> withJpegSize(std::vector<std::uint8_t> bytes, std::uint32_t width,
                                              std::uint32_t height) {
    for (std::size_t i = 2; i + 9 < bytes.size(); ++i) {
        if (bytes[i] != 0xff || (bytes[i + 1] != 0xc0 && bytes[i + 1] != 0xc2)) continue;
        bytes[i + 5] = static_cast<std::uint8_t>(height >> 8);
        bytes[i + 6] = static_cast<std::uint8_t>(height);
        bytes[i + 7] = static_cast<std::uint8_t>(width >> 8);
        bytes[i + 8] = static_cast<std::uint8_t>(width);
        break;
    }
    return bytes;
}

}  // namespace duelo::test
