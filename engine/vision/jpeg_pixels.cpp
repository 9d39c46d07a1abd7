// SPDX-License-Identifier: Apache-2.0
// By libjpeg-turbo, with its own defaults: the exact integer transform and smooth colours, as
// Pillow's and torchvision's.
#include <csetjmp>
#include <cstdio>  // jpeglib.h takes FILE for known

#include <jpeglib.h>

#include "vision/pixel_readers.h"

namespace duelo {
namespace {

/// A decoder and where it goes when it gives up: libjpeg knows no other way out than longjmp.
class JpegDecoder {
public:
    JpegDecoder() {
        m_info.err = jpeg_std_error(&m_errors);
        m_info.client_data = this;
        m_errors.error_exit = [](j_common_ptr info) {
            of(info).sayLast();
            std::longjmp(of(info).m_way_out, 1);
        };
        // As libjpeg's own: of many warnings the first. A cut file has one for each block.
        m_errors.emit_message = [](j_common_ptr info, int level) {
            if (level < 0 && info->err->num_warnings++ == 0) of(info).sayLast();
        };
        m_errors.output_message = [](j_common_ptr) {};
    }
    ~JpegDecoder() { jpeg_destroy_decompress(&m_info); }
    JpegDecoder(const JpegDecoder&) = delete;
    JpegDecoder& operator=(const JpegDecoder&) = delete;

    /// Decodes; returns false where the decoder gave up. Nothing in this frame has a destructor
    /// that longjmp would pass by.
    bool run(const std::vector<std::uint8_t>& file, const ParsedImage& parsed, RowTaker& rows) {
        if (setjmp(m_way_out) != 0) return false;
        jpeg_create_decompress(&m_info);
        jpeg_mem_src(&m_info, file.data(), file.size());
        jpeg_read_header(&m_info, TRUE);
        const int channels = parsed.header.channels;
        m_info.out_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
        m_info.scale_num = 1;
        m_info.scale_denom = static_cast<unsigned int>(parsed.reduction);
        jpeg_start_decompress(&m_info);
        if (m_info.output_width != static_cast<JDIMENSION>(parsed.reduced(parsed.frame_width_px)) ||
            m_info.output_height !=
                static_cast<JDIMENSION>(parsed.reduced(parsed.frame_height_px)) ||
            m_info.output_components != channels) {
            m_words.add("another size than the header's");
            return false;
        }
        while (m_info.output_scanline < m_info.output_height) {
            JSAMPROW row = rows.room();
            if (jpeg_read_scanlines(&m_info, &row, 1) == 1) rows.filled();
        }
        jpeg_finish_decompress(&m_info);
        return true;
    }

    [[nodiscard]] std::string words() const { return m_words.text(); }

private:
    static JpegDecoder& of(j_common_ptr info) {
        return *static_cast<JpegDecoder*>(info->client_data);
    }

    void sayLast() noexcept {
        char text[JMSG_LENGTH_MAX] = {};
        m_errors.format_message(reinterpret_cast<j_common_ptr>(&m_info), text);
        m_words.add(text);
    }

    jpeg_decompress_struct m_info{};
    jpeg_error_mgr m_errors{};
    std::jmp_buf m_way_out{};
    DecoderWords m_words;
};

/// All of them, kept.
class KeptRows : public RowTaker {
public:
    explicit KeptRows(DecodedPixels& pixels) : m_pixels(pixels) {}
    std::uint8_t* room() override { return m_pixels.row(m_y); }
    void filled() override { ++m_y; }

private:
    DecodedPixels& m_pixels;
    int m_y = 0;
};

/// Adobe stores 255 - ink (jpeg_file.cpp refuses what is not marked as Adobe's). Without a colour
/// profile: what each ink leaves of the light, times what black leaves, as Pillow does.
DecodedPixels inksToRgb(const DecodedPixels& inks) {
    DecodedPixels rgb{inks.width_px, inks.height_px, 3, 8, false};
    rgb.data.resize(inks.data.size() / 4 * 3);
    std::uint8_t* out = rgb.data.data();
    for (std::size_t at = 0; at + 4 <= inks.data.size(); at += 4) {
        const std::uint32_t light = inks.data[at + 3];
        for (std::size_t c = 0; c < 3; ++c) {
            const std::uint32_t taken = (255U - inks.data[at + c]) * light;
            *out++ = static_cast<std::uint8_t>(light - (taken + 127U) / 255U);
        }
    }
    return rgb;
}

}  // namespace

Result<DecodedPixels> readJpegPixels(const ParsedImage& parsed) {
    DecodedPixels pixels = emptyPixels(parsed, parsed.header.channels, 8, false);
    KeptRows rows(pixels);
    auto warnings = readJpegRows(parsed, rows);
    if (!warnings) return tl::unexpected(warnings.error());
    if (pixels.channels == 4) pixels = inksToRgb(pixels);
    pixels.warnings = *std::move(warnings);
    return pixels;
}

Result<std::string> readJpegRows(const ParsedImage& parsed, RowTaker& rows) {
    const std::vector<std::uint8_t> file = parsed.decoderInput();
    JpegDecoder decoder;
    if (!decoder.run(file, parsed, rows)) return notDecoded(parsed, decoder.words());
    return decoder.words();
}

}  // namespace duelo
