// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "vision/codec.h"

namespace duelo {

/// Keeps the messages of a C library while it decodes. Its callbacks write them: they may neither
/// throw nor allocate, because the library may leave by longjmp right behind, so the room is fixed.
class DecoderWords {
public:
    /// Printable ASCII of it, as long as there is room.
    void add(std::string_view text) noexcept;
    [[nodiscard]] std::string text() const { return {m_text.data(), m_size}; }

private:
    std::array<char, 600> m_text{};
    std::size_t m_size = 0;
};

/// Room for the frame of the file.
DecodedPixels emptyPixels(const ParsedImage& parsed, int channels, int bits, bool has_alpha);

/// image_truncated where the file ended early, else image_damaged.
tl::unexpected<Reason> notDecoded(const ParsedImage& parsed, std::string message);

Result<DecodedPixels> readJpegPixels(const ParsedImage& parsed);

/// Takes rows from the top to the bottom, so that a whole image need not be kept.
class RowTaker {
public:
    virtual ~RowTaker() = default;
    /// Returns the room for the next row.
    virtual std::uint8_t* room() = 0;
    virtual void filled() = 0;
};
/// The rows of a JPEG, parsed.reduced() in size, of header.channels. \returns what the decoder
/// complained of.
Result<std::string> readJpegRows(const ParsedImage& parsed, RowTaker& rows);

Result<DecodedPixels> readPngPixels(const ParsedImage& parsed);
Result<DecodedPixels> readPnmPixels(const ParsedImage& parsed);
Result<DecodedPixels> readBmpPixels(const ParsedImage& parsed);
Result<DecodedPixels> readWebPPixels(const ParsedImage& parsed);
Result<DecodedPixels> readTiffPixels(const ParsedImage& parsed);

}  // namespace duelo
