// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/inputs.h"

#include "resources/kernels/splitmix.h"

namespace duelo {

AlignedFloats poolInput(const PoolCase& work) {
    AlignedFloats input(static_cast<std::size_t>(work.elements()));
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

}  // namespace duelo
