// SPDX-License-Identifier: Apache-2.0
#include "experiments/network_loss.h"

#include <algorithm>

#include "networks/fewer_bits.h"

namespace duelo {

BitLoss lossOfNetwork(const Params& work, const std::vector<Identity>& given) {
    const auto weights = std::ranges::find(given, "weights", &Identity::id);
    if (weights == given.end()) return {};
    const auto known = knownFewerBits(work.text("model"), weights->origin);
    return known ? BitLoss{known->fewer_bits, known->int8} : BitLoss{};
}

}  // namespace duelo
