// SPDX-License-Identifier: Apache-2.0
#include "data/data_preview.h"

#include <algorithm>
#include <cmath>

#include "data/shuffle.h"

namespace duelo {

std::vector<PreviewSample> previewSamples(const LabelledSet& samples,
                                          std::span<const std::size_t> part, std::size_t count,
                                          const Transform& transform, std::uint64_t seed) {
    std::vector<std::size_t> chosen(part.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = i;
    std::mt19937_64 random = epochRandom(seed, 0);
    shuffle(chosen, random);
    chosen.resize(std::min(count, chosen.size()));
    std::sort(chosen.begin(), chosen.end());

    const SampleShape shape = transformedShape(transform, samples.shape());
    std::vector<float> values(shape.bytes());
    std::vector<PreviewSample> preview;
    for (const std::size_t position : chosen) {
        const std::size_t index = part[position];
        Picture raw = pictureOf(samples, index);
        applyTransform(transform, raw, {seed, 0, index}, values);
        preview.push_back(
            {index, samples.label(index), std::move(raw), renormalised(values, shape)});
    }
    return preview;
}

Picture renormalised(std::span<const float> values, const SampleShape& shape) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const float scale = *high > *low ? 255.0F / (*high - *low) : 0.0F;
    Picture picture{shape, {}};
    picture.pixels.reserve(values.size());
    for (const float value : values)
        picture.pixels.push_back(static_cast<std::uint8_t>(std::lround((value - *low) * scale)));
    return picture;
}

}  // namespace duelo
