// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/inputs.h"

#include <algorithm>

#include "resources/kernels/splitmix.h"

namespace duelo {

AlignedFloats poolInput(const PoolCase& work) {
    AlignedFloats input(static_cast<std::size_t>(work.elements()));
    if (work.input == PoolInput::Typed || work.input == PoolInput::Picture) {
        const std::size_t known = std::min(work.given.size(), input.values().size());
        std::copy_n(work.given.begin(), known, input.values().begin());
        return input;
    }
    const kernels::Word stream = kernels::mixed(work.seed + kernels::kGoldenGamma);
    const kernels::Word kinds = work.input == PoolInput::Signed ? 19 : 10;
    const int least = work.input == PoolInput::Signed ? -9 : 0;
    kernels::Word index = 0;
    for (float& value : input.values())
        value = static_cast<float>(
            static_cast<int>(kernels::mixed(stream + ++index * kernels::kGoldenGamma) % kinds) +
            least);
    return input;
}

void copyWindow(const PoolCase& work, std::span<const float> picture, std::int64_t i,
                std::int64_t j, float border, std::span<float> window) {
    const std::int64_t top = i * work.stride - work.padding, left = j * work.stride - work.padding;
    auto to = window.begin();
    for (std::int64_t r = top; r < top + work.window; ++r)
        for (std::int64_t c = left; c < left + work.window; ++c) {
            const bool inside = r >= 0 && r < work.size && c >= 0 && c < work.size;
            *to++ = inside ? picture[static_cast<std::size_t>(r * work.size + c)] : border;
        }
}

}  // namespace duelo
