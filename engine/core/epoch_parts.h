// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/record.h"

namespace duelo {

/// Where the time of an epoch went (S2-M06, S4-09): medians over the epochs after the first, which
/// warms up, or the only epoch that there is; nothing without epochs. `unexplained_ms` is the rest
/// of the median epoch, so that the parts make it up. Copies are there only where a GPU trained.
[[nodiscard]] Parts epochParts(std::span<const EpochRecord> epochs);

/// Updates of one epoch, a batch each; 0 without epochs.
[[nodiscard]] double updatesPerEpoch(std::span<const EpochRecord> epochs);

}  // namespace duelo
