// SPDX-License-Identifier: Apache-2.0
// PGM and PPM, plain and raw (netpbm: "pgm", "ppm").
#include "vision/parsed_image.h"

namespace duelo {
namespace {

/// More may stand in comments and blanks, but nobody writes so much of them.
constexpr std::uint64_t most_header_bytes = 64 * 1024;
constexpr std::uint32_t most_value = 65'535;

bool isBlank(std::uint32_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// The numbers of the header, with comments between them.
class HeaderReader {
public:
    HeaderReader(ByteReader& reader, std::uint64_t at) : m_reader(reader), m_at(at) {}

    /// Zero where there is none, which no number of the header may be.
    std::uint32_t number() {
        skipBlanks();
        std::uint32_t value = 0;
        while (inside() && current() >= '0' && current() <= '9') {
            if (value > 100'000'000) return 0;
            value = value * 10 + (current() - '0');
            ++m_at;
        }
        return value;
    }

    /// The pixels begin behind one blank.
    std::uint64_t end() {
        while (inside() && current() == '#') skipComment();
        return m_at + 1;
    }
    [[nodiscard]] bool cut() const { return m_at >= m_reader.size(); }

private:
    [[nodiscard]] bool inside() const { return m_at < m_reader.size() && m_at < most_header_bytes; }
    std::uint32_t current() { return m_reader.u8(m_at); }
    void skipComment() {
        while (inside() && current() != '\n' && current() != '\r') ++m_at;
    }
    void skipBlanks() {
        while (inside() && (isBlank(current()) || current() == '#')) {
            if (current() == '#') skipComment();
            if (inside()) ++m_at;
        }
    }

    ByteReader& m_reader;
    std::uint64_t m_at;
};

}  // namespace

Result<ParsedImage> parsePnm(Bytes bytes) {
    ParsedImage out;
    ImageHeader& header = out.header;
    header.format = ImageFormat::Pnm;
    ByteReader reader(bytes, ByteOrder::Big);
    const std::uint32_t kind = reader.u8(1) - '0';
    HeaderReader numbers(reader, 2);
    const std::uint32_t width = numbers.number();
    const std::uint32_t height = numbers.number();
    const std::uint32_t most = numbers.number();
    if (width == 0 || height == 0 || most == 0)
        return badHeader(ImageFormat::Pnm, numbers.cut(), "a size or the largest value is missing");
    if (auto size = setSize(header, width, height); !size) return tl::unexpected(size.error());
    if (most > most_value)
        return badHeader(ImageFormat::Pnm, false, "largest value " + std::to_string(most));
    header.channels = kind == 3 || kind == 6 ? 3 : 1;
    header.bits_per_channel = most > 255 ? 16 : 8;
    PnmLayout& layout = out.pnm;
    layout.most = most;
    layout.plain = kind <= 3;
    layout.pixels_at = numbers.end();
    const std::uint64_t samples =
        std::uint64_t{width} * height * static_cast<std::uint64_t>(header.channels);
    // Plain samples have a digit each and a blank between them.
    const std::uint64_t needed = layout.plain ? 2 * samples - 1
                                 : most > 255 ? 2 * samples
                                              : samples;
    header.truncated = layout.pixels_at + needed > reader.size();
    out.keep(bytes);
    return out;
}

}  // namespace duelo
