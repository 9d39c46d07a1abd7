// SPDX-License-Identifier: Apache-2.0
// By libtiff: plain grey and RGB as they are stored, the rest by its own conversion to RGBA.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include <tiffio.h>

#include "vision/limits.h"
#include "vision/pixel_readers.h"

namespace duelo {
namespace {

/// The bytes of a file as libtiff reads them.
struct MemoryFile {
    const std::vector<std::uint8_t>& bytes;
    std::uint64_t at = 0;
    DecoderWords words{};

    static MemoryFile& of(thandle_t handle) { return *static_cast<MemoryFile*>(handle); }

    static tmsize_t read(thandle_t handle, void* to, tmsize_t count) {
        MemoryFile& file = of(handle);
        const std::uint64_t rest = file.bytes.size() - std::min(file.at, size(handle));
        const auto taken = static_cast<std::size_t>(
            std::min(rest, static_cast<std::uint64_t>(std::max<tmsize_t>(count, 0))));
        if (taken > 0) std::memcpy(to, file.bytes.data() + file.at, taken);
        file.at += taken;
        return static_cast<tmsize_t>(taken);
    }
    static tmsize_t write(thandle_t, void*, tmsize_t) { return 0; }
    static toff_t seek(thandle_t handle, toff_t offset, int whence) {
        MemoryFile& file = of(handle);
        const std::uint64_t from = whence == SEEK_CUR   ? file.at
                                   : whence == SEEK_END ? size(handle)
                                                        : 0;
        return file.at = from + offset;
    }
    static int close(thandle_t) { return 0; }
    static toff_t size(thandle_t handle) { return of(handle).bytes.size(); }

    static int error(TIFF*, void* words, const char*, const char* format, va_list values) {
        char text[300] = {};
        std::vsnprintf(text, sizeof text, format, values);
        static_cast<DecoderWords*>(words)->add(text);
        return 1;
    }
    /// Programs write private tags of many kinds, which is no damage.
    static int warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }
};

struct CloseTiff {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using Tiff = std::unique_ptr<TIFF, CloseTiff>;

Tiff openTiff(MemoryFile& file) {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(
        TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    if (!options) return nullptr;
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), MemoryFile::error, &file.words);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), MemoryFile::warning, nullptr);
    // "m": read through the functions, never mapped.
    return Tiff(TIFFClientOpenExt("image", "rm", &file, MemoryFile::read, MemoryFile::write,
                                  MemoryFile::seek, MemoryFile::close, MemoryFile::size, nullptr,
                                  nullptr, options.get()));
}

/// Any photometric interpretation, strips or tiles, planes apart or not. What is missing stays
/// black, and libtiff says so. The bytes of its words are R, G, B, A on any processor that Duelo
/// runs on.
bool readConverted(TIFF* tiff, DecodedPixels& pixels, DecoderWords& words) {
    char text[1024] = {};
    TIFFRGBAImage image;
    if (TIFFRGBAImageBegin(&image, tiff, 0, text) == 0) {
        words.add(text);
        return false;
    }
    image.req_orientation = ORIENTATION_TOPLEFT;
    pixels.has_alpha = image.alpha != 0;
    const bool done = image.width == static_cast<std::uint32_t>(pixels.width_px) &&
                      image.height == static_cast<std::uint32_t>(pixels.height_px) &&
                      TIFFRGBAImageGet(&image, reinterpret_cast<std::uint32_t*>(pixels.data.data()),
                                       image.width, image.height) != 0;
    TIFFRGBAImageEnd(&image);
    return done;
}

/// Strips lie in memory as they lie in the file.
bool readStrips(TIFF* tiff, DecodedPixels& pixels) {
    std::uint32_t rows = 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    const int step = static_cast<int>(
        std::clamp<std::uint32_t>(rows, 1, static_cast<std::uint32_t>(pixels.height_px)));
    if (TIFFScanlineSize(tiff) != static_cast<tmsize_t>(pixels.rowBytes())) return false;
    bool any = false;
    for (int y = 0; y < pixels.height_px; y += step) {
        const int count = std::min(step, pixels.height_px - y);
        const auto bytes =
            static_cast<tmsize_t>(pixels.rowBytes() * static_cast<std::size_t>(count));
        const std::uint32_t strip = TIFFComputeStrip(tiff, static_cast<std::uint32_t>(y), 0);
        any |= TIFFReadEncodedStrip(tiff, strip, pixels.row(y), bytes) > 0;
    }
    return any;
}

bool readTiles(TIFF* tiff, DecodedPixels& pixels) {
    std::uint32_t wide = 0, high = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &wide);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &high);
    const std::size_t pixel_bytes = pixels.rowBytes() / static_cast<std::size_t>(pixels.width_px);
    if (wide == 0 || high == 0 || std::uint64_t{wide} * high > max_image_pixels ||
        TIFFTileSize(tiff) != static_cast<tmsize_t>(pixel_bytes * wide * high)) {
        return false;
    }
    std::vector<std::uint8_t> tile(pixel_bytes * wide * high);
    const auto width = static_cast<std::uint32_t>(pixels.width_px);
    const auto height = static_cast<std::uint32_t>(pixels.height_px);
    bool any = false;
    for (std::uint32_t y = 0; y < height; y += high) {
        for (std::uint32_t x = 0; x < width; x += wide) {
            if (TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, 0), tile.data(),
                                    static_cast<tmsize_t>(tile.size())) <= 0) {
                continue;
            }
            any = true;
            for (std::uint32_t row = 0; row < std::min(high, height - y); ++row) {
                std::memcpy(pixels.row(static_cast<int>(y + row)) + x * pixel_bytes,
                            tile.data() + row * wide * pixel_bytes,
                            std::min(wide, width - x) * pixel_bytes);
            }
        }
    }
    return any;
}

}  // namespace

Result<DecodedPixels> readTiffPixels(const ParsedImage& parsed) {
    const std::vector<std::uint8_t> bytes = parsed.decoderInput();
    MemoryFile file{bytes};
    const Tiff tiff = openTiff(file);
    if (!tiff) return notDecoded(parsed, file.words.text());
    std::uint16_t compression = COMPRESSION_NONE;
    TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_COMPRESSION, &compression);
    if (TIFFIsCODECConfigured(compression) == 0)
        return fail("image_layout_unsupported", {{"format", "TIFF"}},
                    "compression " + std::to_string(compression));
    const ImageHeader& header = parsed.header;
    DecodedPixels pixels = parsed.plain_samples
                               ? emptyPixels(parsed, header.channels, header.bits_per_channel,
                                             header.has_alpha && header.channels % 2 == 0)
                               : emptyPixels(parsed, 4, 8, false);
    const bool done = !parsed.plain_samples          ? readConverted(tiff.get(), pixels, file.words)
                      : TIFFIsTiled(tiff.get()) != 0 ? readTiles(tiff.get(), pixels)
                                                     : readStrips(tiff.get(), pixels);
    if (!done) return notDecoded(parsed, file.words.text());
    pixels.warnings = file.words.text();
    return pixels;
}

}  // namespace duelo
