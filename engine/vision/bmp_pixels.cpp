// SPDX-License-Identifier: Apache-2.0
// Layouts and run lengths: Microsoft, "Bitmap Storage" and "Bitmap Compression". No library that
// Debian and Windows share reads them without reading much else.
#include <algorithm>
#include <utility>

#include "vision/pixel_readers.h"

namespace duelo {
namespace {

/// Returns where the row goes whose place in the file is `row`.
std::uint8_t* target(DecodedPixels& pixels, const BmpLayout& layout, int row) {
    return pixels.row(layout.top_down ? row : pixels.height_px - 1 - row);
}

/// Cut, not rounded, as Pillow does: the network gets the same picture.
std::uint8_t widened(std::uint32_t value, std::uint32_t most) {
    return static_cast<std::uint8_t>(value * 255U / most);
}

void putColour(std::uint8_t* to, const std::array<std::uint8_t, 3>& colour) {
    std::copy(colour.begin(), colour.end(), to);
}

/// Converts a row of at most 16 bits a pixel.
void convertRow(const std::uint8_t* in, const BmpLayout& layout, DecodedPixels& pixels,
                std::uint8_t* out) {
    const int per_byte = 8 / std::min(layout.bits, 8);
    const std::uint32_t index_mask = (1U << std::min(layout.bits, 8)) - 1U;
    for (int x = 0; x < pixels.width_px; ++x, out += pixels.channels) {
        if (layout.bits <= 8) {
            const int shift = layout.bits * (per_byte - 1 - x % per_byte);
            putColour(out, layout.palette[std::uint32_t{in[x / per_byte]} >> shift & index_mask]);
        } else {
            const std::uint32_t value = in[2 * x] | std::uint32_t{in[2 * x + 1]} << 8;
            const int green_bits = layout.green_6 ? 6 : 5;
            const std::uint32_t most_green = (1U << green_bits) - 1U;
            out[0] = widened(value >> (5 + green_bits) & 31U, 31);
            out[1] = widened(value >> 5 & most_green, most_green);
            out[2] = widened(value & 31U, 31);
        }
    }
}

/// Blue, green, red and, of 32 bits, alpha or padding.
template <int InBytes, int OutChannels>
void swapRow(const std::uint8_t* in, int width, std::uint8_t* out) {
    for (int x = 0; x < width; ++x, in += InBytes, out += OutChannels) {
        for (int c = 0; c < 3; ++c) out[c] = in[2 - c];
        if constexpr (OutChannels == 4) out[3] = in[3];
    }
}

void readRow(const std::uint8_t* in, const BmpLayout& layout, DecodedPixels& pixels,
             std::uint8_t* out) {
    if (layout.bits <= 16) return convertRow(in, layout, pixels, out);
    if (layout.bits == 24) return swapRow<3, 3>(in, pixels.width_px, out);
    if (pixels.channels == 4) return swapRow<4, 4>(in, pixels.width_px, out);
    swapRow<4, 3>(in, pixels.width_px, out);
}

/// Rows of one length; those behind the end of the file stay black. Gives how many there were.
int readRows(Bytes file, const BmpLayout& layout, DecodedPixels& pixels) {
    for (int row = 0; row < pixels.height_px; ++row) {
        const std::uint64_t at = layout.pixels_at + layout.row_bytes * static_cast<unsigned>(row);
        if (at + layout.row_bytes > file.size()) return row;
        readRow(file.data() + at, layout, pixels, target(pixels, layout, row));
    }
    return pixels.height_px;
}

/// Runs of 4 or 8 bits: a count and a value; after a zero an escape, which is the end of a row or
/// of the image, a step aside, or a count of values that follow. Pixels that are skipped get the
/// first colour, as Windows paints them.
class RunReader {
public:
    RunReader(Bytes file, const BmpLayout& layout, DecodedPixels& pixels)
        : m_file(file), m_layout(layout), m_pixels(pixels), m_at(layout.pixels_at) {
        for (int row = 0; row < pixels.height_px; ++row) {
            std::uint8_t* to = pixels.row(row);
            for (int x = 0; x < pixels.width_px; ++x) putColour(to + 3 * x, layout.palette[0]);
        }
    }

    /// Reads the runs and returns the number of bytes used; 0 where there were none.
    std::uint64_t read() {
        while (m_row < m_pixels.height_px && has(2)) {
            const int count = next();
            const int value = next();
            if (count > 0) {
                for (int i = 0; i < count; ++i) put(valueIn(value, i));
            } else if (value == 0) {
                m_x = 0;
                ++m_row;
            } else if (value == 1) {
                break;
            } else if (value == 2) {
                if (!has(2)) break;
                m_x += next();
                m_row += next();
            } else {
                putValues(value);
            }
        }
        return m_at - m_layout.pixels_at;
    }

private:
    [[nodiscard]] bool has(std::uint64_t count) const {
        return m_at <= m_file.size() && m_file.size() - m_at >= count;
    }
    int next() { return m_file[static_cast<std::size_t>(m_at++)]; }

    /// Returns a value of a byte. With four bits each, a byte holds two values, which take turns.
    [[nodiscard]] std::size_t valueIn(int byte, int turn) const {
        if (m_layout.bits == 8) return static_cast<std::size_t>(byte);
        return static_cast<std::size_t>(turn % 2 == 0 ? byte >> 4 : byte & 15);
    }

    void put(std::size_t value) {
        if (m_row < m_pixels.height_px && m_x < m_pixels.width_px)
            putColour(target(m_pixels, m_layout, m_row) + 3 * m_x, m_layout.palette[value]);
        ++m_x;
    }

    void putValues(int count) {
        const int per_byte = 8 / m_layout.bits;
        const int bytes = (count + per_byte - 1) / per_byte;
        for (int i = 0; i < bytes && has(1); ++i) {
            const int byte = next();
            for (int turn = 0; turn < per_byte && i * per_byte + turn < count; ++turn)
                put(valueIn(byte, turn));
        }
        if (bytes % 2 != 0 && has(1)) next();  // they end at an even place
    }

    Bytes m_file;
    const BmpLayout& m_layout;
    DecodedPixels& m_pixels;
    std::uint64_t m_at;
    std::int64_t m_x = 0;
    int m_row = 0;
};

}  // namespace

Result<DecodedPixels> readBmpPixels(const ParsedImage& parsed) {
    const BmpLayout& layout = parsed.bmp;
    const Bytes file = parsed.parts.front();
    const bool alpha = parsed.header.has_alpha;
    if (layout.pixels_at >= file.size()) return notDecoded(parsed, "no pixels");
    DecodedPixels pixels = emptyPixels(parsed, alpha ? 4 : 3, 8, alpha);
    const std::uint64_t there = layout.run_lengths
                                    ? RunReader(file, layout, pixels).read()
                                    : static_cast<std::uint64_t>(readRows(file, layout, pixels));
    if (there == 0) return notDecoded(parsed, "no row is whole");
    return pixels;
}

}  // namespace duelo
