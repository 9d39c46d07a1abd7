// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/transforms.h"

namespace duelo {

/// One square of the grid that a student sees before training (S2-14).
struct PreviewSample {
    std::size_t index = 0;  ///< in the set
    int label = 0;
    Picture raw;      ///< as in memory
    Picture network;  ///< as the network gets it in epoch 0, see renormalised
};

/// `count` samples of the part (all of a smaller one), drawn with the seed and shown in the order
/// of the part; `seed` is also that of the random transforms, so that these are the pixels of a run
/// with that seed.
[[nodiscard]] std::vector<PreviewSample> previewSamples(const LabelledSet& samples,
                                                        std::span<const std::size_t> part,
                                                        std::size_t count,
                                                        const Transform& transform,
                                                        std::uint64_t seed);

/// Floats as bytes to look at: the smallest value of the picture becomes 0, the largest 255. A
/// picture of one value becomes 0.
[[nodiscard]] Picture renormalised(std::span<const float> values, const SampleShape& shape);

}  // namespace duelo
