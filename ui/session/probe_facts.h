// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>

#include "machine/probe_sheet.h"
#include "plan/spec.h"

namespace duelo::ui {

/// What an experiment asks of this machine; of one that was not looked at yet what any has.
[[nodiscard]] inline Facts factsOf(const std::optional<ProbeSheet>& probe) {
    Facts facts;
    if (!probe) return facts;
    facts.physical_cores = std::max(1, probe->machine.cpu.cores.value_or(1));
    if (probe->gpu.available.value_or(false)) facts.devices.push_back(Device::Cuda);
    return facts;
}

}  // namespace duelo::ui
