// SPDX-License-Identifier: Apache-2.0
#include "vision/preview.h"

#include <utility>

#include "vision/resize.h"

namespace duelo {
namespace {

Result<void> checkSize(int size_px) {
    if (size_px >= min_preview_px && size_px <= max_preview_px) return {};
    return fail("preview_size_invalid",
                {{"size_px", size_px}, {"min_px", min_preview_px}, {"max_px", max_preview_px}});
}

}  // namespace

Result<Preview> makePreview(const DecodedImage& image, int max_px) {
    if (const auto size = checkSize(max_px); !size) return tl::unexpected(size.error());
    auto small = shrinkToFit(image, max_px);
    if (!small) return tl::unexpected(small.error());
    Preview preview;
    static_cast<RgbImage&>(preview) = *std::move(small);
    preview.source_width_px = image.width_px;
    preview.source_height_px = image.height_px;
    preview.notes = image.notes;
    return preview;
}

Result<Preview> makePreview(const std::filesystem::path& path, int max_px) {
    if (const auto size = checkSize(max_px); !size) return tl::unexpected(size.error());
    const auto image = decodeImage(path);
    if (!image) return tl::unexpected(image.error());
    return makePreview(*image, max_px);
}

}  // namespace duelo
