// SPDX-License-Identifier: Apache-2.0
#include "vision/normalise.h"

#include <array>

namespace duelo {

void toTensor(const RgbImage& image, const Normalisation& normalisation, float* out) {
    const std::size_t pixels = image.rgb.size() / 3;
    for (std::size_t c = 0; c < 3; ++c) {
        // A byte has 256 values: the arithmetic is done once for each of them.
        std::array<float, 256> table{};
        for (std::size_t value = 0; value < table.size(); ++value) {
            const auto unit = static_cast<float>(static_cast<double>(value) * normalisation.scale);
            table[value] = (unit - normalisation.mean[c]) / normalisation.std[c];
        }
        const std::uint8_t* in = image.rgb.data() + c;
        float* plane = out + c * pixels;
        for (std::size_t i = 0; i < pixels; ++i) plane[i] = table[in[3 * i]];
    }
}

}  // namespace duelo
