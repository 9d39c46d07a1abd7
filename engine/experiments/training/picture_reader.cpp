// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/picture_reader.h"

#ifdef DUELO_VISION
#include <utility>

#include "vision/decode.h"
#include "vision/image_file.h"
#include "vision/image_list.h"
#include "vision/planes.h"
#endif

namespace duelo {

#ifdef DUELO_VISION

namespace {

bool recognises(const std::filesystem::path& path) {
    const auto format = sniffImageFile(path);
    return format || meantAsImage(path, format.error());
}

/// Returns the shape of an upright picture.
SampleShape shapeOf(const ImageHeader& header) {
    const bool grey = header.channels <= 2 && !header.palette;
    SampleShape shape{grey ? 1 : 3, header.height_px, header.width_px};
    if (header.isTransposed()) std::swap(shape.height_px, shape.width_px);
    return shape;
}

Result<SampleShape> readShape(const std::filesystem::path& path) {
    const auto header = readImageHeader(path);
    if (!header) return tl::unexpected(header.error());
    return shapeOf(*header);
}

Result<Picture> pictureIn(std::span<const std::uint8_t> bytes) {
    const auto image = decodeImage(bytes);
    if (!image) return tl::unexpected(image.error());
    for (const Reason& note : image->notes) {
        if (note.code == "truncated") return fail("image_truncated", note.args, note.message);
        if (note.code == "damaged") return fail("image_damaged", note.args, note.message);
    }
    return planesOf(*image, shapeOf(image->source).channels);
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
