// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "data/picture.h"
#include "networks/normalisation.h"

namespace duelo {

/// The steps that a sample goes through on its way into the network, in this order: rotation,
/// resize, flip, crop, normalise (S2-04, S2-05). A test transform has no random step.
struct Transform {
    double rotation_degrees = 0;  ///< turned by a uniform angle up to this, either way; 0: not
    int size_px = 32;             ///< both sides; 0: as the set has them
    double flip_probability = 0;  ///< mirrored, left for right
    int crop_padding_px = 0;      ///< zeros on every side, then a random window of the old size
    int channels = 0;             ///< 1 or 3; 0: as the set has them
    Normalisation normalisation = kTrainingNormalisation;

    bool operator==(const Transform&) const = default;
};

/// The thesis's: rotation 5 degrees, 32 x 32, flip 0.5, crop 32 with padding 2, mean and std 0.5.
[[nodiscard]] Transform trainTransform();
/// Resize and normalise only: the test is the same in every run.
[[nodiscard]] Transform testTransform();

/// Errors: transform_invalid {field} names the field that is out of range.
Result<void> checkTransform(const Transform& transform);

/// Returns the shape that a sample of a set has after the transform.
[[nodiscard]] SampleShape transformedShape(const Transform& transform, const SampleShape& shape);

/// Determines the random numbers that a sample gets. They depend on these three values only, not on
/// threads, batch order or device, so a CPU run and a GPU run see the same pixels (P-07), and a
/// resumed run sees those of an uninterrupted one.
struct DrawKey {
    std::uint64_t seed = 0;
    std::uint64_t epoch = 0;
    std::size_t index = 0;  ///< of the sample in its set
};

/// Writes one sample as floats; `out` has transformedShape(...).bytes() values.
///
/// Numbers as torchvision's on PIL images: rotation about the centre with the nearest pixel, zeros
/// from outside; resize antialiased bilinear.
void applyTransform(const Transform& transform, const Picture& sample, const DrawKey& key,
                    std::span<float> out);

}  // namespace duelo
