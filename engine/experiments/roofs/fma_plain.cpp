// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/fma_loop.h"

namespace duelo {

float fmaPlain(std::int64_t rounds, float factor, float summand) {
    return fmaLoop<4>(rounds, factor, summand);
}

}  // namespace duelo
