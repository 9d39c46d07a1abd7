// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "vision/byte_reader.h"
#include "vision/image_header.h"

namespace duelo {

/// The layout of the pixels of a BMP in its file.
struct BmpLayout {
    int bits = 0;  ///< of a pixel
    bool run_lengths = false;
    bool top_down = false;
    bool green_6 = false;  ///< of 16 bits: five for red and blue, six for green; else 5, 5, 5
    std::uint64_t pixels_at = 0;
    std::uint64_t row_bytes = 0;
    std::vector<std::array<std::uint8_t, 3>> palette{};  ///< RGB, one for each value of a pixel
};

/// The layout of the samples of a PGM or PPM in its file.
struct PnmLayout {
    std::uint32_t most = 255;  ///< the value of white
    bool plain = false;        ///< written as decimal numbers
    std::uint64_t pixels_at = 0;
};

/// A header plus the bytes of the file that carry pixels.
///
/// The decoder is given only those bytes. Metadata (EXIF, colour profiles, text, other frames)
/// never reaches it: it is where decoders warn, and expand compressed text.
struct ParsedImage {
    struct Patch {
        std::uint64_t at;  ///< offset in the joined bytes
        std::uint8_t value;
    };

    ImageHeader header;
    std::vector<std::uint8_t> prefix;  ///< a container rebuilt by us, before the parts
    std::vector<Bytes> parts;          ///< views into the file, joined in this order
    std::vector<Patch> patches;        ///< applied to the joined bytes

    /// Place of the decoded frame on the image; differs from the image in animated WebP only.
    int frame_x_px = 0;
    int frame_y_px = 0;
    int frame_width_px = 0;
    int frame_height_px = 0;

    bool premultiplied_alpha = false;  ///< colours are stored already multiplied by alpha
    bool inverted_grey = false;        ///< the decoder hands out 0 as white
    bool plain_samples = false;        ///< TIFF: they are grey or RGB as they are stored
    BmpLayout bmp{};
    PnmLayout pnm{};
    /// The factor by which the decoder of a JPEG makes both sides smaller: 1, 2, 4 or 8.
    int reduction = 1;

    /// A side as it is decoded.
    [[nodiscard]] int reduced(int px) const { return (px + reduction - 1) / reduction; }

    void keep(Bytes part);
    [[nodiscard]] std::vector<std::uint8_t> decoderInput() const;
};

/// One parser for each format; the bytes start with that format's signature.
Result<ParsedImage> parseJpeg(Bytes bytes);
Result<ParsedImage> parsePng(Bytes bytes);
Result<ParsedImage> parsePnm(Bytes bytes);
Result<ParsedImage> parseBmp(Bytes bytes);
Result<ParsedImage> parseWebP(Bytes bytes);
Result<ParsedImage> parseTiff(Bytes bytes);

/// Sniffs, parses and applies the size limits.
Result<ParsedImage> parseImage(Bytes bytes);

/// Stores the size, or says why it is refused: zero, or above the limits of limits.h.
Result<void> setSize(ImageHeader& header, std::int64_t width_px, std::int64_t height_px);

/// image_too_much_data: the file holds far more than the pixels of its header.
tl::unexpected<Reason> tooMuchData(const ImageHeader& header, std::string message);

/// image_header_damaged or, when the file ended too early, image_truncated.
tl::unexpected<Reason> badHeader(ImageFormat format, bool truncated, std::string message);

}  // namespace duelo
