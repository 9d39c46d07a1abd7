// SPDX-License-Identifier: Apache-2.0
#include "experiments/specs.h"

#include <algorithm>
#include <vector>

#include "experiments/inference/spec.h"
#include "experiments/training/spec.h"

namespace duelo {

std::span<const Spec> specs() {
    static const std::vector<Spec> all{inferenceSpec(), trainingSpec(), lrFinderSpec()};
    return all;
}

const Spec* findSpec(std::string_view id) {
    const auto found = std::ranges::find(specs(), id, &Spec::id);
    return found == specs().end() ? nullptr : &*found;
}

}  // namespace duelo
