// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/protocol.h"

/// The calls after the rounds of a cell during which the counter of its device is read.
namespace duelo {

/// NVML renews its counter some ten times a second, and a card takes as long to reach its power.
inline constexpr double kEnergyLeadMs = 300, kEnergyMs = 1000;

/// Who wants figures quickly wants times.
[[nodiscard]] inline bool countsEnergy(const Protocol& protocol) {
    return protocol.preset != Preset::Quick;
}

}  // namespace duelo
