// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"

/// The functions that machine.cpp needs of each system; machine_linux.cpp or machine_windows.cpp
/// has them.
namespace duelo::system_info {

/// The parts of the sheet that hwloc does not know: cpu {name, isa, base_mhz, max_mhz}, memory
/// {total_bytes}, os, virtual_machine, container.
[[nodiscard]] MachineSheet staticFacts(const MachineSource& source);

/// Fills `cpu` with what hwloc sees (topology.cpp); a machine that it cannot read keeps the
/// system's own facts.
void addTopology(CpuSheet& cpu);

/// A text that differs between machines and stays on them; only its salted digest leaves.
struct Identity {
    std::string text{};          ///< empty: the system has none
    bool until_restart = false;  ///< of this start of the system, and another after the next one
};
[[nodiscard]] Identity identity(const MachineSource& source);

/// Reads the ticks, without the throttle events.
[[nodiscard]] std::optional<CpuTicks> cpuTicks(const MachineSource& source);
/// Counts throttle events since the start of the system. It reads two files for each CPU, which is
/// too much around each turn.
[[nodiscard]] std::uint64_t throttleEvents(const MachineSource& source);

/// The differences of the counters between two readings. Counters may step back by a tick between
/// CPUs, so a difference may lie below 0.
struct TickDifference {
    std::int64_t total = 0;
    std::int64_t others = 0;  ///< busy with other programs
    std::int64_t stolen = 0;
    std::int64_t throttles = 0;
};
[[nodiscard]] TickDifference ticksBetween(const CpuTicks& before, const CpuTicks& now);

/// The parts of the state that need no window: power_source, battery_percent, power, cpu_mhz,
/// memory, temperature_c.
[[nodiscard]] MachineState momentaryFacts(const MachineSource& source);

/// Instruction sets that decide which kernels oneDNN and MKL pick, in the order of their age.
/// Names are those of /proc/cpuinfo.
[[nodiscard]] const std::vector<std::string>& instructionSetsOfInterest();

/// Returns how the values spread; empty without values.
[[nodiscard]] CpuMhz spread(std::vector<double> values);

}  // namespace duelo::system_info
