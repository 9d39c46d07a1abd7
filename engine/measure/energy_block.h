// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "base/device.h"
#include "plan/protocol.h"

/// Counts a cell's energy (engine/README.md, "Energy"): over its samples where they are long enough
/// or are the steps of a course, else over calls that follow them.
namespace duelo {

/// Reads the joules that a device has taken since some moment, with all that it does: of the
/// processor machine/package_energy.h, of a card GpuState::energy_j. Nothing: nobody counts them.
using EnergyReader = std::function<std::optional<double>(const Device&)>;

/// NVML renews its counter some ten times a second, and a card takes as long to reach its power.
inline constexpr double kEnergyLeadMs = 300, kEnergyMs = 1000;

/// Tells whether samples of `row_ms` are counted themselves: no calls need to follow them.
[[nodiscard]] inline bool countsInSamples(double row_ms) {
    return row_ms >= kEnergyMs;
}

/// Tells whether calls are made for the counter alone: who wants figures quickly wants times.
[[nodiscard]] inline bool callsForEnergy(const Protocol& protocol) {
    return protocol.preset != Preset::Quick;
}

}  // namespace duelo
