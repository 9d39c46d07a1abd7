// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/fma_loop.h"

namespace duelo {

float fmaAvx512(std::int64_t rounds, float factor, float summand) {
    return fmaLoop<16>(rounds, factor, summand);
}

}  // namespace duelo
