// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/picture_reader.h"

#ifdef DUELO_VISION
#include <utility>

#include "vision/decode.h"
#include "vision/image_file.h"
#include "vision/image_list.h"
#endif

namespace duelo {

#ifdef DUELO_VISION

namespace {

bool recognises(const std::filesystem::path& path) {
    const auto format = sniffImageFile(path);
    return format || meantAsImage(path, format.error());
}

/// Upright. Orientations 5 to 8 turn by a quarter (TIFF 6.0, tag 274).
SampleShape shapeOf(const ImageHeader& header) {
    const bool grey = header.channels <= 2 && !header.palette;
    SampleShape shape{grey ? 1 : 3, header.height_px, header.width_px};
    if (header.orientation >= 5) std::swap(shape.height_px, shape.width_px);
    return shape;
}

Result<SampleShape> readShape(const std::filesystem::path& path) {
    const auto bytes = readImageFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto header = readImageHeader(*bytes);
    if (!header) return tl::unexpected(withFile(header.error(), path));
    return shapeOf(*header);
}

Result<Picture> pictureIn(std::span<const std::uint8_t> bytes) {
    const auto image = decodeImage(bytes);
    if (!image) return tl::unexpected(image.error());
    for (const Reason& note : image->notes) {
        if (note.code == "truncated") return fail("image_truncated", note.args, note.message);
        if (note.code == "damaged") return fail("image_damaged", note.args, note.message);
    }
    Picture picture{{shapeOf(image->source).channels, image->height_px, image->width_px}, {}};
    const auto channels = static_cast<std::size_t>(picture.shape.channels);
    const std::size_t plane = picture.shape.bytes() / channels;
    picture.pixels.resize(picture.shape.bytes());
    for (std::size_t i = 0; i < plane; ++i)
        for (std::size_t c = 0; c < channels; ++c)
            picture.pixels[c * plane + i] = image->rgb[3 * i + c];
    return picture;
}

}  // namespace

Result<PictureReader> photographReader() {
    return PictureReader{recognises, readShape, pictureIn};
}

#else

Result<PictureReader> photographReader() {
    return fail("vision_missing");
}

#endif

}  // namespace duelo
