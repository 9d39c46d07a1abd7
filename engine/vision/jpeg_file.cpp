// SPDX-License-Identifier: Apache-2.0
// Marker structure: ITU-T T.81 annex B; EXIF in APP1: EXIF 2.32; colour transform in APP14: Adobe
// Technical Note 5116.
#include <cstring>
#include <utility>

#include "vision/ifd.h"
#include "vision/limits.h"
#include "vision/parsed_image.h"

namespace duelo {
namespace {

using namespace std::string_view_literals;

constexpr std::uint8_t end_of_image[] = {0xff, 0xd9};

class JpegParser {
public:
    explicit JpegParser(Bytes bytes) : m_bytes(bytes), m_reader(bytes, ByteOrder::Big) {
        m_out.header.format = ImageFormat::Jpeg;
    }

    Result<ParsedImage> parse() {
        m_out.keep(m_reader.slice(0, 2));
        std::uint64_t at = 2;
        while (!m_complete) {
            const Result<std::uint64_t> next = segment(at);
            if (!next) return tl::unexpected(next.error());
            if (*next == 0) break;
            at = *next;
        }
        return finish();
    }

private:
    /// Handles the segment at `at` and gives the offset behind it; 0 where the file ends early.
    Result<std::uint64_t> segment(std::uint64_t at) {
        at = findMarker(at);
        const std::uint32_t marker = m_reader.u8(at + 1);
        if (!m_reader.ok()) return 0;
        if (marker == 0xd9) {
            m_out.keep(m_reader.slice(at, 2));
            m_complete = true;
            return at + 2;
        }
        const bool stands_alone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
        if (stands_alone) return at + 2;

        const std::uint32_t length = m_reader.u16(at + 2);
        if (!m_reader.ok() || !m_reader.has(at + 2, length)) return 0;
        if (length < 2) return damaged("segment length " + std::to_string(length));
        const std::uint64_t end = at + 2 + length;
        if (isFrameHeader(marker)) {
            if (const auto read = frameHeader(at + 4); !read) return tl::unexpected(read.error());
        }
        if (isWanted(marker, at + 4)) m_out.keep(m_reader.slice(at, 2 + length));
        return marker == 0xda ? scan(end) : Result<std::uint64_t>(end);
    }

    /// The entropy-coded data of a scan end at the first marker that is not a restart.
    Result<std::uint64_t> scan(std::uint64_t from) {
        if (++m_scans > max_jpeg_scans) {
            return fail("image_too_many_scans", {{"scans", m_scans}, {"limit", max_jpeg_scans}});
        }
        std::uint64_t at = from;
        for (;;) {
            at = findByte(at, 0xff);
            const std::uint32_t follower = m_reader.u8(at + 1);
            if (!m_reader.ok()) {
                m_out.keep(m_reader.slice(from, m_reader.size()));
                return 0;
            }
            const bool data = follower == 0 || (follower >= 0xd0 && follower <= 0xd7);
            if (!data && follower != 0xff) break;
            at += follower == 0xff ? 1 : 2;
        }
        m_out.keep(m_reader.slice(from, at - from));
        return at;
    }

    Result<void> frameHeader(std::uint64_t at) {
        if (m_has_frame) return damaged("second frame header");
        m_has_frame = true;
        ImageHeader& header = m_out.header;
        header.bits_per_channel = static_cast<int>(m_reader.u8(at));
        const std::uint32_t height = m_reader.u16(at + 1);
        const std::uint32_t width = m_reader.u16(at + 3);
        header.channels = static_cast<int>(m_reader.u8(at + 5));
        if (!m_reader.ok()) return badHeader(ImageFormat::Jpeg, true, "frame header");
        if (const auto size = setSize(header, width, height); !size) return size;
        if (header.bits_per_channel != 8) {
            return fail("image_depth_unsupported",
                        {{"format", "JPEG"}, {"bits", header.bits_per_channel}});
        }
        if (header.channels != 1 && header.channels != 3 && header.channels != 4) {
            return fail("image_channels_unsupported",
                        {{"format", "JPEG"}, {"channels", header.channels}});
        }
        header.cmyk = header.channels == 4;
        return {};
    }

    bool isWanted(std::uint32_t marker, std::uint64_t at) {
        if (marker == 0xe1 && m_reader.matches(at, "Exif\0\0"sv)) {
            const Bytes block = m_reader.slice(at, m_reader.u16(at - 2) - 2);
            if (!std::exchange(m_has_exif, true))
                m_out.header.orientation = exifOrientation(block).value_or(1);
            return false;
        }
        // JFIF and Adobe tell how the colours are coded; other APPn and COM segments are metadata.
        if (marker == 0xee && m_reader.matches(at, "Adobe"sv)) return m_has_adobe = true;
        if (marker == 0xe0) return m_reader.matches(at, "JFIF\0"sv);
        return !(marker >= 0xe0 && marker <= 0xef) && marker != 0xfe;
    }

    Result<ParsedImage> finish() {
        m_out.header.truncated = !m_complete;
        if (!m_has_frame || m_scans == 0) {
            return badHeader(ImageFormat::Jpeg, !m_complete, "no image data before the end");
        }
        // Adobe's applications store CMYK inverted, and mark it; without the mark the colours
        // would be a guess.
        if (m_out.header.cmyk && !m_has_adobe) return fail("image_cmyk_unmarked");
        // A decoder that meets the end marker fills what is missing with grey.
        if (!m_complete) m_out.keep(end_of_image);
        return std::move(m_out);
    }

    static bool isFrameHeader(std::uint32_t marker) {
        return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 &&
               marker != 0xcc;
    }

    static tl::unexpected<Reason> damaged(std::string message) {
        return badHeader(ImageFormat::Jpeg, false, std::move(message));
    }

    /// Offset of the 0xff directly before a marker code, or the end of the file.
    std::uint64_t findMarker(std::uint64_t at) {
        at = findByte(at, 0xff);
        while (m_reader.has(at, 2) && m_bytes[static_cast<std::size_t>(at) + 1] == 0xff) ++at;
        return at;
    }

    std::uint64_t findByte(std::uint64_t at, int byte) const {
        if (at >= m_bytes.size()) return m_bytes.size();
        const std::size_t from = static_cast<std::size_t>(at);
        const void* found = std::memchr(m_bytes.data() + from, byte, m_bytes.size() - from);
        if (!found) return m_bytes.size();
        return static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(found) - m_bytes.data());
    }

    Bytes m_bytes;
    ByteReader m_reader;
    ParsedImage m_out;
    int m_scans = 0;
    bool m_has_frame = false;
    bool m_has_exif = false;
    bool m_has_adobe = false;
    bool m_complete = false;
};

}  // namespace

Result<ParsedImage> parseJpeg(Bytes bytes) {
    return JpegParser(bytes).parse();
}

}  // namespace duelo
