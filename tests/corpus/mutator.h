// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace duelo::test {

/// Spoils files as disks, networks and enemies do. The numbers are those of SplitMix64 (Steele, Lea
/// and Flood, 2014): the same on every system, and unrelated for seeds that follow each other.
class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next() {
        std::uint64_t z = m_state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    /// From 0 to limit - 1; 0 of nothing.
    std::size_t below(std::size_t limit) {
        return limit == 0 ? 0 : static_cast<std::size_t>(next() % limit);
    }
    bool oneIn(std::size_t chances) { return below(chances) == 0; }

    /// One to four of the steps below; pieces may come from `other`.
    std::string spoiled(std::string bytes, std::string_view other) {
        for (std::size_t left = 1 + below(4); left > 0; --left) step(bytes, other);
        return bytes;
    }

    void step(std::string& bytes, std::string_view other) {
        switch (below(10)) {
            case 0:
                return flipBits(bytes);
            case 1:
                return replaceBytes(bytes);
            case 2:
            case 3:
                return setWord(bytes);
            case 4:
                return addToWord(bytes);
            case 5:
                return cut(bytes);
            case 6:
                return insert(bytes);
            case 7:
                return (void)bytes.erase(below(bytes.size()), 1 + below(64));
            case 8:
                return repeatPiece(bytes, other);
            default:
                return swapPieces(bytes);
        }
    }

private:
    void flipBits(std::string& bytes) {
        for (std::size_t left = bytes.empty() ? 0 : 1 + below(3); left > 0; --left) {
            char& byte = bytes[below(bytes.size())];
            byte = static_cast<char>(byte ^ 1 << below(8));
        }
    }

    void replaceBytes(std::string& bytes) {
        for (std::size_t left = bytes.empty() ? 0 : 1 + below(8); left > 0; --left)
            bytes[below(bytes.size())] = static_cast<char>(next());
    }

    /// Where a length, a size or an offset may stand: values at which arithmetic goes wrong.
    void setWord(std::string& bytes) {
        const std::array<std::uint64_t, 10> values{
            0,
            1,
            ~std::uint64_t{0},
            std::numeric_limits<std::uint64_t>::max() / 2,
            std::numeric_limits<std::uint64_t>::max() / 2 + 1,
            std::numeric_limits<std::uint32_t>::max() / 2,
            std::numeric_limits<std::uint32_t>::max() / 2 + 1,
            bytes.size(),
            bytes.size() + 1,
            std::uint64_t{1} << below(64)};
        put(bytes, place(bytes), values[below(values.size())]);
    }

    /// A length that is off by a little.
    void addToWord(std::string& bytes) {
        const Place at = place(bytes);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < at.count; ++i)
            value |= std::uint64_t{static_cast<unsigned char>(bytes[at.byte(i)])} << 8 * i;
        const std::uint64_t by = 1 + below(16);
        put(bytes, at, oneIn(2) ? value + by : value - by);
    }

    void cut(std::string& bytes) {
        bytes.resize(oneIn(2) ? below(bytes.size())
                              : bytes.size() - std::min(bytes.size(), 1 + below(16)));
    }

    void insert(std::string& bytes) {
        std::string piece(1 + below(oneIn(16) ? 65536 : 64), static_cast<char>(next()));
        if (oneIn(2))
            for (char& byte : piece) byte = static_cast<char>(next());
        bytes.insert(below(bytes.size() + 1), piece);
    }

    void repeatPiece(std::string& bytes, std::string_view other) {
        const std::string own(oneIn(2) ? std::string_view(bytes) : other);
        const std::string piece = own.substr(below(own.size()), 1 + below(own.size()));
        const std::size_t at = below(bytes.size() + 1);
        if (oneIn(2))
            bytes.insert(at, piece);
        else
            bytes.replace(at, std::min(piece.size(), bytes.size() - at), piece);
    }

    void swapPieces(std::string& bytes) {
        const std::size_t count = 1 + below(std::min<std::size_t>(bytes.size() / 2, 256));
        if (bytes.size() < 2 * count) return;
        const std::size_t first = below(bytes.size() - 2 * count + 1);
        const std::size_t second = first + count + below(bytes.size() - first - 2 * count + 1);
        std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(first),
                         bytes.begin() + static_cast<std::ptrdiff_t>(first + count),
                         bytes.begin() + static_cast<std::ptrdiff_t>(second));
    }

    /// The place of a number of one to eight bytes, in either byte order.
    struct Place {
        std::size_t start = 0, count = 0;
        bool big_endian = false;
        [[nodiscard]] std::size_t byte(std::size_t i) const {
            return start + (big_endian ? count - 1 - i : i);
        }
    };
    Place place(const std::string& bytes) {
        const std::size_t count = std::min(bytes.size(), std::size_t{1} << below(4));
        return {below(bytes.size() - count + 1), count, oneIn(3)};
    }
    static void put(std::string& bytes, const Place& at, std::uint64_t value) {
        for (std::size_t i = 0; i < at.count; ++i)
            bytes[at.byte(i)] = static_cast<char>(value >> 8 * i);
    }

    std::uint64_t m_state;
};

}  // namespace duelo::test
