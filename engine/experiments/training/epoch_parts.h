// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "experiments/training/events.h"

namespace duelo {

/// Returns the parts of an epoch's time (S2-M06, S4-09): those of the median epoch (middleParts())
/// after the first, which warms up, or of the only one that there is; nothing without epochs.
/// "unexplained" is the rest of the median time. Copies are there only where a GPU trained, and so
/// is "launch", beside the time, where the CPU launched the batches one by one.
[[nodiscard]] Parts epochParts(std::span<const EpochEvent> epochs);

/// Updates of one epoch, a batch each; 0 without epochs.
[[nodiscard]] double updatesPerEpoch(std::span<const EpochEvent> epochs);

}  // namespace duelo
