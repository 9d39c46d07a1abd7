// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/training/dense_products.h"
#include "experiments/training/dense_updates.h"

/// Included by one source for each kind of instructions, so it and what it includes have no
/// function that another source could be linked to instead.
namespace duelo {

namespace {

constexpr DenseKernels tableOf(std::string_view instructions) {
    return {.instructions = instructions,
            .lanes = kLanes,
            .panel_samples = kPanelSamples,
            .pack = pack,
            .unpack = unpack,
            .forward = forward,
            .backward = backward,
            .addInputGradient = addInputGradient,
            .update = update,
            .updateBias = updateBias};
}

}  // namespace

}  // namespace duelo
