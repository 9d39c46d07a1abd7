// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/photograph.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/sha256.h"
#include "experiments/photograph_file.h"
#include "machine/clock.h"

#ifdef DUELO_VISION
#include "vision/decode.h"
#include "vision/image_file.h"
#include "vision/planes.h"
#include "vision/resize.h"
#endif

namespace duelo {

#ifdef DUELO_VISION

namespace {

/// Enough to see in a report what was found, and some ten KiB as PNG.
constexpr int kShown_px = 320;

Picture brightnessOf(const RgbImage& image) {
    return withChannels(planesOf(image), 1);
}

}  // namespace

Result<FacePhotograph> readFacePhotograph(const std::string& input, int size_px) {
    const auto file = photographFile(input);
    if (!file) return tl::unexpected(file.error());
    const auto bytes = readImageFile(*file);
    if (!bytes) return tl::unexpected(bytes.error());
    FacePhotograph out{.sha256 = sha256Hex(std::as_bytes(std::span(*bytes)))};
    auto image = decodeImage(*bytes);
    if (!image) return tl::unexpected(withFile(image.error(), *file));
    out.notes = std::move(image->notes);
    out.decode_ms = image->decode_ms;
    const std::int64_t begin_ns = nowNs();
    const FaceSides sides = faceSides(image->width_px, image->height_px, size_px);
    const auto resized = resize(*image, sides.width_px, sides.height_px);
    if (!resized) return tl::unexpected(resized.error());
    out.width_px = sides.width_px;
    out.height_px = sides.height_px;
    out.grey = brightnessOf(*resized).pixels;
    out.resize_ms = msSince(begin_ns);
    const auto shown = shrinkToFit(*image, kShown_px);
    if (!shown) return tl::unexpected(shown.error());
    out.shown = brightnessOf(*shown);
    return out;
}

Result<FaceSides> facePhotographSides(const std::string& input, int size_px) {
    const auto file = photographFile(input);
    if (!file) return tl::unexpected(file.error());
    const auto header = readImageHeader(*file);
    if (!header) return tl::unexpected(header.error());
    if (header->isTransposed()) return faceSides(header->height_px, header->width_px, size_px);
    return faceSides(header->width_px, header->height_px, size_px);
}

#else

Result<FacePhotograph> readFacePhotograph(const std::string&, int) {
    return fail("vision_missing");
}

Result<FaceSides> facePhotographSides(const std::string&, int) {
    return fail("vision_missing");
}

#endif

}  // namespace duelo
