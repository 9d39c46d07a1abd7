// SPDX-License-Identifier: Apache-2.0
#include "core/synthetic.h"

namespace duelo {
namespace {

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15U;
constexpr std::int64_t most_floats = std::int64_t{1} << 30;

std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

}  // namespace

void fillUniform(std::uint64_t seed, std::uint64_t first, float* out, std::size_t count) {
    // Without this step the streams of two seeds that differ by golden_gamma would overlap.
    const std::uint64_t key = mix(seed + golden_gamma);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = mix(key + (first + i + 1) * golden_gamma);
        out[i] = static_cast<float>(bits >> 40) * 0x1p-24F;
    }
}

Result<std::vector<float>> randomTensor(std::uint64_t seed, std::int64_t batch,
                                        std::int64_t height_px, std::int64_t width_px) {
    const bool positive = batch >= 1 && height_px >= 1 && width_px >= 1;
    // Divisions instead of a product: the product of three 64-bit numbers can wrap around.
    if (!positive || batch > most_floats / 3 || height_px > most_floats / 3 / batch ||
        width_px > most_floats / 3 / batch / height_px) {
        return fail("synthetic_size_invalid", {{"batch", batch},
                                               {"height_px", height_px},
                                               {"width_px", width_px},
                                               {"limit_mb", most_floats * 4 >> 20}});
    }
    std::vector<float> tensor(static_cast<std::size_t>(3 * batch * height_px * width_px));
    fillUniform(seed, 0, tensor.data(), tensor.size());
    return tensor;
}

}  // namespace duelo
