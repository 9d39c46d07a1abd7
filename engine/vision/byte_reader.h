// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace duelo {

using Bytes = std::span<const std::uint8_t>;

enum class ByteOrder { Big, Little };

/// Reads integers at offsets that come from an untrusted file.
///
/// A read outside the bytes gives 0 and is remembered, so a parser checks `ok()` once after a
/// group of reads instead of before each. Offsets are 64 bits wide: sums of 32-bit fields from a
/// file cannot wrap around.
class ByteReader {
public:
    ByteReader(Bytes bytes, ByteOrder order) : m_bytes(bytes), m_order(order) {}

    [[nodiscard]] bool has(std::uint64_t at, std::uint64_t count) const {
        return at <= m_bytes.size() && count <= m_bytes.size() - at;
    }
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] std::uint64_t size() const { return m_bytes.size(); }
    [[nodiscard]] ByteOrder order() const { return m_order; }

    std::uint32_t u8(std::uint64_t at) { return integer(at, 1); }
    std::uint32_t u16(std::uint64_t at) { return integer(at, 2); }
    std::uint32_t u24(std::uint64_t at) { return integer(at, 3); }
    std::uint32_t u32(std::uint64_t at) { return integer(at, 4); }

    [[nodiscard]] bool matches(std::uint64_t at, std::string_view text) const {
        if (!has(at, text.size())) return false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (m_bytes[static_cast<std::size_t>(at) + i] != static_cast<std::uint8_t>(text[i])) {
                return false;
            }
        }
        return true;
    }

    /// The part that exists of [at, at + count); empty when it starts behind the end.
    [[nodiscard]] Bytes slice(std::uint64_t at, std::uint64_t count) const {
        if (at >= m_bytes.size()) return {};
        const std::uint64_t rest = m_bytes.size() - at;
        return m_bytes.subspan(static_cast<std::size_t>(at),
                               static_cast<std::size_t>(count < rest ? count : rest));
    }

private:
    std::uint32_t integer(std::uint64_t at, unsigned count) {
        if (!has(at, count)) {
            m_ok = false;
            return 0;
        }
        std::uint32_t value = 0;
        for (unsigned i = 0; i < count; ++i) {
            const unsigned from = m_order == ByteOrder::Big ? i : count - 1 - i;
            value = value << 8 | m_bytes[static_cast<std::size_t>(at) + from];
        }
        return value;
    }

    Bytes m_bytes;
    ByteOrder m_order;
    bool m_ok = true;
};

}  // namespace duelo
