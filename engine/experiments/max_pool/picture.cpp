// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/picture.h"

#include <utility>

#include "experiments/photograph_file.h"

#ifdef DUELO_VISION
#include "vision/decode.h"
#include "vision/image_list.h"
#include "vision/resize.h"
#endif

namespace duelo {

#ifdef DUELO_VISION

Result<void> readPicture(PoolCase& work) {
    const auto file = photographFile(work.picture);
    if (!file) return tl::unexpected(file.error());
    auto image = decodeImage(*file);
    if (!image) return tl::unexpected(image.error());
    const auto square = fitToSquare(*image, static_cast<int>(work.size), Fit::CentreCrop);
    if (!square) return tl::unexpected(square.error());
    work.notes = std::move(image->notes);
    work.given.clear();
    constexpr unsigned kRed = 19595, kGreen = 38470, kBlue = 7471, kHalf = 1U << 15U;
    for (std::size_t i = 0; i + 2 < square->rgb.size(); i += 3)
        work.given.push_back(
            static_cast<float>((kRed * square->rgb[i] + kGreen * square->rgb[i + 1] +
                                kBlue * square->rgb[i + 2] + kHalf) >>
                               16U));
    return {};
}

std::optional<Reason> whyNoPicture(const PoolCase& work) {
    const auto file = photographFile(work.picture);
    if (!file) return file.error();
    if (const auto seen = listImages(*file); !seen) return seen.error();
    return std::nullopt;
}

#else

Result<void> readPicture(PoolCase&) {
    return fail("vision_missing");
}

std::optional<Reason> whyNoPicture(const PoolCase&) {
    return Reason{"vision_missing"};
}

#endif

}  // namespace duelo
