// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <optional>

#include "vision/pixel_readers.h"

namespace duelo {
namespace {

/// Takes one sample after another; nothing at the end of the file.
class SampleReader {
public:
    SampleReader(Bytes file, const PnmLayout& layout)
        : m_file(file), m_layout(layout), m_at(layout.pixels_at) {}

    std::optional<std::uint32_t> next() { return m_layout.plain ? number() : binary(); }

private:
    std::optional<std::uint32_t> binary() {
        const std::uint64_t size = m_layout.most > 255 ? 2 : 1;
        if (m_at + size > m_file.size()) return std::nullopt;
        std::uint32_t value = 0;
        for (std::uint64_t i = 0; i < size; ++i) value = value << 8 | m_file[m_at++];
        return value;
    }

    /// A number of a plain file; a comment ends with its line.
    std::optional<std::uint32_t> number() {
        const auto isDigit = [](std::uint8_t c) { return c >= '0' && c <= '9'; };
        while (m_at < m_file.size() && !isDigit(m_file[m_at])) {
            if (m_file[m_at] == '#')
                while (m_at < m_file.size() && m_file[m_at] != '\n') ++m_at;
            else
                ++m_at;
        }
        if (m_at >= m_file.size()) return std::nullopt;
        std::uint32_t value = 0;
        for (; m_at < m_file.size() && isDigit(m_file[m_at]); ++m_at)
            value = std::min(value * 10 + (m_file[m_at] - '0'), 1'000'000U);
        return value;
    }

    Bytes m_file;
    const PnmLayout& m_layout;
    std::uint64_t m_at;
};

/// Returns a value in the range of 8 or 16 bits, rounded.
std::uint32_t widened(std::uint32_t value, std::uint32_t most, std::uint32_t full) {
    return most == full ? value
                        : static_cast<std::uint32_t>((std::uint64_t{value} * full * 2 + most) /
                                                     (2 * std::uint64_t{most}));
}

}  // namespace

Result<DecodedPixels> readPnmPixels(const ParsedImage& parsed) {
    const PnmLayout& layout = parsed.pnm;
    const bool wide = layout.most > 255;
    DecodedPixels pixels = emptyPixels(parsed, parsed.header.channels, wide ? 16 : 8, false);
    SampleReader samples(parsed.parts.front(), layout);
    const std::size_t count = pixels.data.size() / (wide ? 2 : 1);
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = samples.next();
        if (!value && i == 0) return notDecoded(parsed, "no sample");
        if (!value) {
            pixels.warnings = "the samples end early";
            break;
        }
        if (*value > layout.most) pixels.warnings = "a sample is above the largest value";
        const std::uint32_t kept = std::min(*value, layout.most);
        if (wide) {
            const auto sample = static_cast<std::uint16_t>(widened(kept, layout.most, 65'535));
            std::memcpy(pixels.data.data() + 2 * i, &sample, sizeof sample);
        } else {
            pixels.data[i] = static_cast<std::uint8_t>(widened(kept, layout.most, 255));
        }
    }
    return pixels;
}

}  // namespace duelo
