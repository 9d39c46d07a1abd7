// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "machine/probe_sheet.h"
#include "plan/spec.h"

namespace duelo::ui {

/// Returns the facts about this machine that experiments ask for; before the first look at it,
/// those that hold for any machine.
[[nodiscard]] inline Facts factsOf(const std::optional<ProbeSheet>& probe) {
    Facts facts;
    if (!probe) return facts;
    facts.networks_on_gpu = probe->gpu.isForNetworks();
    facts.physical_cores = threadsOfAllCores(probe->machine.cpu);
    for (const DeviceSheet& sheet : devicesOf(*probe))
        if (const auto device = deviceFrom(sheet.word());
            device && device->isGpu() && device->api != Api::Other && !sheet.reason)
            facts.devices.push_back(*device);
    return facts;
}

/// The GPU that is meant where one is asked for.
[[nodiscard]] inline Device gpuOf(const std::optional<ProbeSheet>& probe) {
    return factsOf(probe).gpu().value_or(Device::Cuda);
}

}  // namespace duelo::ui
