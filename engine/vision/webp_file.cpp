// SPDX-License-Identifier: Apache-2.0
// Container: RFC 9649; frame header of "VP8 ": RFC 6386 section 9.1.
#include <utility>

#include "vision/ifd.h"
#include "vision/parsed_image.h"

namespace duelo {
namespace {

constexpr std::uint64_t riff_header_bytes = 12;
constexpr std::uint64_t chunk_header_bytes = 8;
constexpr std::uint8_t flag_alpha = 0x10;

class WebPParser {
public:
    explicit WebPParser(Bytes bytes) : m_bytes(bytes), m_reader(bytes, ByteOrder::Little) {
        m_out.header.format = ImageFormat::WebP;
        m_out.header.channels = 3;
        m_out.header.bits_per_channel = 8;
        m_out.header.frames = 0;
    }

    Result<ParsedImage> parse() {
        const std::uint64_t riff_end = std::uint64_t{8} + m_reader.u32(4);
        m_truncated = riff_end > m_reader.size();
        walk(riff_header_bytes, m_truncated ? m_reader.size() : riff_end, false);
        if (m_image.empty()) return bad("no image chunk");
        if (const auto size = readSizes(); !size) return tl::unexpected(size.error());
        m_out.header.frames = std::max(m_out.header.frames, 1);
        m_out.header.truncated = m_truncated;
        m_out.header.has_alpha = m_out.header.has_alpha || !m_alpha.empty();
        if (m_out.header.has_alpha) m_out.header.channels = 4;
        rebuild();
        return std::move(m_out);
    }

private:
    tl::unexpected<Reason> bad(std::string message) const {
        return badHeader(ImageFormat::WebP, m_truncated, std::move(message));
    }

    void walk(std::uint64_t at, std::uint64_t end, bool in_frame) {
        while (at + chunk_header_bytes <= end) {
            const std::uint64_t length = m_reader.u32(at + 4);
            const std::uint64_t padded = length + (length & 1);
            chunk(at, length, in_frame);
            if (at + chunk_header_bytes + length > end) {
                m_truncated = true;
                return;
            }
            at += chunk_header_bytes + padded;
        }
    }

    void chunk(std::uint64_t at, std::uint64_t length, bool in_frame) {
        const std::uint64_t data = at + chunk_header_bytes;
        const Bytes whole = m_reader.slice(at, chunk_header_bytes + length + (length & 1));
        if (m_reader.matches(at, "VP8 ") || m_reader.matches(at, "VP8L")) {
            if (m_image.empty()) {
                m_image = whole;
                m_image_at = at;
            }
        } else if (m_reader.matches(at, "ALPH")) {
            if (m_alpha.empty() && m_image.empty()) m_alpha = whole;
        } else if (m_reader.matches(at, "VP8X") && !in_frame && m_canvas_at == 0) {
            m_canvas_at = data;
        } else if (m_reader.matches(at, "EXIF") && !in_frame) {
            m_out.header.orientation = exifOrientation(m_reader.slice(data, length)).value_or(1);
        } else if (m_reader.matches(at, "ANMF") && !in_frame) {
            if (m_out.header.frames++ == 0) {
                m_frame_at = data;
                const std::uint64_t end = std::min(data + length, m_reader.size());
                walk(data + 16, end, true);
            }
        }
    }

    Result<void> readSizes() {
        std::uint32_t width = 0;
        std::uint32_t height = 0;
        const std::uint64_t data = m_image_at + chunk_header_bytes;
        if (m_reader.matches(m_image_at, "VP8L")) {
            const std::uint32_t packed = m_reader.u32(data + 1);
            width = (packed & 0x3fff) + 1;
            height = (packed >> 14 & 0x3fff) + 1;
            m_out.header.has_alpha = (packed >> 28 & 1) != 0;
        } else {
            width = m_reader.u16(data + 6) & 0x3fff;
            height = m_reader.u16(data + 8) & 0x3fff;
        }
        if (!m_reader.ok()) return bad("image chunk");
        m_out.frame_width_px = static_cast<int>(width);
        m_out.frame_height_px = static_cast<int>(height);
        return placeOnCanvas(width, height);
    }

    /// An animation's first frame may cover only a part of the canvas (RFC 9649, 2.7.1.1).
    Result<void> placeOnCanvas(std::uint32_t width, std::uint32_t height) {
        std::uint32_t canvas_width = width;
        std::uint32_t canvas_height = height;
        if (m_canvas_at != 0) {
            canvas_width = m_reader.u24(m_canvas_at + 4) + 1;
            canvas_height = m_reader.u24(m_canvas_at + 7) + 1;
        }
        std::uint32_t x = 0;
        std::uint32_t y = 0;
        if (m_frame_at != 0) {
            x = 2 * m_reader.u24(m_frame_at);
            y = 2 * m_reader.u24(m_frame_at + 3);
        } else if (canvas_width != width || canvas_height != height) {
            return bad("canvas and image differ in size");
        }
        if (!m_reader.ok()) return bad("canvas");
        if (width > canvas_width || x > canvas_width - width || height > canvas_height ||
            y > canvas_height - height) {
            return bad("frame outside the canvas");
        }
        m_out.frame_x_px = static_cast<int>(x);
        m_out.frame_y_px = static_cast<int>(y);
        return setSize(m_out.header, canvas_width, canvas_height);
    }

    /// A still WebP of the first frame: of an animation libwebp's plain decoder takes none.
    void rebuild() {
        std::vector<std::uint8_t>& out = m_out.prefix;
        const auto text = [&out](std::string_view word) {
            out.insert(out.end(), word.begin(), word.end());
        };
        const auto little = [&out](std::uint64_t value, int bytes) {
            for (int i = 0; i < bytes; ++i)
                out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        };
        const std::uint64_t extended = m_alpha.empty() ? 0 : chunk_header_bytes + 10;
        text("RIFF");
        little(4 + extended + m_alpha.size() + m_image.size(), 4);
        text("WEBP");
        if (extended != 0) {
            text("VP8X");
            little(10, 4);
            little(flag_alpha, 4);
            little(static_cast<std::uint64_t>(m_out.frame_width_px) - 1, 3);
            little(static_cast<std::uint64_t>(m_out.frame_height_px) - 1, 3);
        }
        m_out.keep(m_alpha);
        m_out.keep(m_image);
    }

    Bytes m_bytes;
    ByteReader m_reader;
    ParsedImage m_out;
    Bytes m_image;
    Bytes m_alpha;
    std::uint64_t m_image_at = 0;
    std::uint64_t m_canvas_at = 0;
    std::uint64_t m_frame_at = 0;
    bool m_truncated = false;
};

}  // namespace

Result<ParsedImage> parseWebP(Bytes bytes) {
    return WebPParser(bytes).parse();
}

}  // namespace duelo
