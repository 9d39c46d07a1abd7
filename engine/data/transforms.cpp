// SPDX-License-Identifier: Apache-2.0
#include "data/transforms.h"

#include <array>

#include "data/synthetic.h"
namespace duelo {
namespace {

constexpr int most_side_px = 4096;

/// The random numbers of one sample in one epoch, uniform in [0, 1).
struct Draw {
    float angle;
    float flip;
    float top;
    float left;
};

Draw draw(const DrawKey& key) {
    // 2^40 samples an epoch, four numbers each: no two of them share one.
    std::array<float, 4> values{};
    fillUniform(key.seed, (key.epoch << 40 | key.index) * values.size(), values.data(),
                values.size());
    return {values[0], values[1], values[2], values[3]};
}

/// Where the output's pixel (0, 0) lies in the picture, and whether columns run backwards.
struct Window {
    int top;
    int left;
    bool flipped;
};

/// Flip, crop with padding and normalisation in one pass. The padding is zero before normalising,
/// as in the thesis: it becomes -mean / std.
void writeFloats(const Picture& picture, Window window, const Normalisation& how,
                 std::span<float> out) {
    const SampleShape& shape = picture.shape;
    const auto scale = static_cast<float>(how.scale);
    std::size_t to = 0;
    for (int channel = 0; channel < shape.channels; ++channel) {
        const auto c = static_cast<std::size_t>(channel);
        for (int row = 0; row < shape.height_px; ++row) {
            const int y = row + window.top;
            for (int column = 0; column < shape.width_px; ++column) {
                const int x = column + window.left;
                const bool inside = x >= 0 && y >= 0 && x < shape.width_px && y < shape.height_px;
                const int from_x = window.flipped ? shape.width_px - 1 - x : x;
                const int from = (channel * shape.height_px + y) * shape.width_px + from_x;
                const float value = inside ? picture.pixels[static_cast<std::size_t>(from)] : 0.0F;
                out[to++] = (value * scale - how.mean[c]) / how.std[c];
            }
        }
    }
}

}  // namespace

Transform trainTransform() {
    Transform transform;
    transform.rotation_degrees = 5;
    transform.flip_probability = 0.5;
    transform.crop_padding_px = 2;
    return transform;
}

Transform testTransform() {
    return {};
}

Result<void> checkTransform(const Transform& transform) {
    const auto refuse = [](const char* field) {
        return fail("transform_invalid", {{"field", field}});
    };
    // Positive forms, so that a NaN is refused as well.
    if (!(transform.rotation_degrees >= 0 && transform.rotation_degrees <= 180))
        return refuse("rotation_degrees");
    if (transform.size_px < 0 || transform.size_px > most_side_px) return refuse("size_px");
    if (!(transform.flip_probability >= 0 && transform.flip_probability <= 1))
        return refuse("flip_probability");
    if (transform.crop_padding_px < 0 || transform.crop_padding_px > most_side_px)
        return refuse("crop_padding_px");
    if (transform.channels != 0 && transform.channels != 1 && transform.channels != 3)
        return refuse("channels");
    for (const float deviation : transform.normalisation.std)
        if (!(deviation > 0)) return refuse("normalisation.std");
    return {};
}

SampleShape transformedShape(const Transform& transform, const SampleShape& shape) {
    SampleShape result = shape;
    if (transform.channels > 0) result.channels = transform.channels;
    if (transform.size_px > 0) result.height_px = result.width_px = transform.size_px;
    return result;
}

void applyTransform(const Transform& transform, const Picture& sample, const DrawKey& key,
                    std::span<float> out) {
    const SampleShape shape = transformedShape(transform, sample.shape);
    const Draw random = draw(key);
    Picture picture = transform.rotation_degrees > 0
                          ? rotated(sample, transform.rotation_degrees * (2.0 * random.angle - 1))
                          : sample;
    picture = resized(picture, shape.height_px, shape.width_px);
    picture = withChannels(picture, shape.channels);
    const int padding = transform.crop_padding_px;
    const auto places = static_cast<float>(2 * padding + 1);
    const Window window{static_cast<int>(random.top * places) - padding,
                        static_cast<int>(random.left * places) - padding,
                        random.flip < transform.flip_probability};
    writeFloats(picture, window, transform.normalisation, out);
}

}  // namespace duelo
