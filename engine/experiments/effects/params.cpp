// SPDX-License-Identifier: Apache-2.0
#include "experiments/effects/params.h"

namespace duelo {

EffectCase effectCase(const Params& work) {
    return {.effect = work.word<Effect>("effect"),
            .bytes = work.integer("bytes"),
            .stride_bytes = work.integer("stride_bytes", kElementBytes),
            .sharers = static_cast<int>(work.integer("sharers", 1))};
}

}  // namespace duelo
