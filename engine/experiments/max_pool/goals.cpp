// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/goals.h"

namespace duelo {

std::vector<Goal> maxPoolGoals() {
    // A picture of 268 MB, which no cache holds.
    return {{.id = "G15",
             .experiment = "max_pool",
             .work = {{"size_px", 8192}},
             .base = {{"device", "cuda"}, {"kernel", "library"}},
             .candidates = {{{"device", "cuda"}, {"kernel", "pool_rows"}}},
             .target = 1}};
}

}  // namespace duelo
