// SPDX-License-Identifier: Apache-2.0
// By libpng: palettes, few bits and transparent colours are widened, depth and alpha stay.
#include <bit>
#include <csetjmp>
#include <cstring>

#include <png.h>

#include "vision/pixel_readers.h"

namespace duelo {
namespace {

class PngDecoder {
public:
    explicit PngDecoder(const std::vector<std::uint8_t>& file) : m_file(file) {
        m_png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, giveUp, warn);
        if (m_png) m_info = png_create_info_struct(m_png);
    }
    ~PngDecoder() { png_destroy_read_struct(&m_png, &m_info, nullptr); }
    PngDecoder(const PngDecoder&) = delete;
    PngDecoder& operator=(const PngDecoder&) = delete;

    /// Channels, bits and alpha of what readRows() will give; false where it gave up. No frame of
    /// these two has anything with a destructor, which longjmp would pass by.
    bool readHeader(DecodedPixels& kind) {
        if (!m_info || setjmp(png_jmpbuf(m_png)) != 0) return false;
        png_set_read_fn(m_png, this, read);
        png_read_info(m_png, m_info);
        const bool key = png_get_valid(m_png, m_info, PNG_INFO_tRNS) != 0;
        // Palettes to RGB, 1 to 4 bits of grey to 8, a transparent colour to alpha.
        png_set_expand(m_png);
        if constexpr (std::endian::native == std::endian::little) png_set_swap(m_png);
        m_passes = png_set_interlace_handling(m_png);
        png_read_update_info(m_png, m_info);
        kind.channels = png_get_channels(m_png, m_info);
        kind.bits = png_get_bit_depth(m_png, m_info);
        kind.has_alpha = key || (png_get_color_type(m_png, m_info) & PNG_COLOR_MASK_ALPHA) != 0;
        return true;
    }

    bool readRows(DecodedPixels& pixels) {
        if (setjmp(png_jmpbuf(m_png)) != 0) return false;
        if (png_get_rowbytes(m_png, m_info) != pixels.rowBytes() ||
            png_get_image_height(m_png, m_info) != static_cast<png_uint_32>(pixels.height_px)) {
            png_error(m_png, "another size than the header's");
        }
        for (int pass = 0; pass < m_passes; ++pass) {
            for (int y = 0; y < pixels.height_px; ++y) png_read_row(m_png, pixels.row(y), nullptr);
        }
        png_read_end(m_png, nullptr);
        return true;
    }

    [[nodiscard]] std::string words() const { return m_words.text(); }

private:
    [[noreturn]] static void giveUp(png_structp png, png_const_charp text) {
        warn(png, text);
        png_longjmp(png, 1);
    }

    static void warn(png_structp png, png_const_charp text) {
        static_cast<PngDecoder*>(png_get_error_ptr(png))->m_words.add(text);
    }

    static void read(png_structp png, png_bytep to, std::size_t count) {
        auto& self = *static_cast<PngDecoder*>(png_get_io_ptr(png));
        if (count > self.m_file.size() - self.m_at) png_error(png, "the file ends early");
        std::memcpy(to, self.m_file.data() + self.m_at, count);
        self.m_at += count;
    }

    const std::vector<std::uint8_t>& m_file;
    std::size_t m_at = 0;
    png_structp m_png = nullptr;
    png_infop m_info = nullptr;
    int m_passes = 1;
    DecoderWords m_words;
};

}  // namespace

Result<DecodedPixels> readPngPixels(const ParsedImage& parsed) {
    const std::vector<std::uint8_t> file = parsed.decoderInput();
    PngDecoder decoder(file);
    DecodedPixels kind;
    if (!decoder.readHeader(kind)) return notDecoded(parsed, decoder.words());
    DecodedPixels pixels = emptyPixels(parsed, kind.channels, kind.bits, kind.has_alpha);
    if (!decoder.readRows(pixels)) return notDecoded(parsed, decoder.words());
    pixels.warnings = decoder.words();
    return pixels;
}

}  // namespace duelo
