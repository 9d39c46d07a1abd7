// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/result.h"
#include "machine/machine_sheet.h"
#include "machine/machine_state.h"

namespace duelo {

/// Where the system describes itself. Tests give a folder with `proc`, `sys` and `etc` inside;
/// Windows asks its own functions and ignores it.
struct MachineSource {
    std::filesystem::path root = "/";
};

/// Reads the facts about the machine that do not change during a run; none of them is typed
/// (S4-M10). Costs some milliseconds, most of them hwloc's.
[[nodiscard]] MachineSheet readMachineSheet(const MachineSource& source = {});

/// Asks the system not to slow this process down to save energy while no window of it is in front:
/// neither its processors (EcoQoS of Windows) nor its timers. Does nothing elsewhere.
void stayAtFullSpeed();

/// Processor time since the system's start, in the system's own ticks, over all logical CPUs.
struct CpuTicks {
    std::uint64_t total = 0;  ///< of all logical CPUs, idle included
    std::uint64_t busy = 0;
    std::uint64_t stolen = 0;     ///< taken by the hypervisor for other guests; not in busy
    std::uint64_t own = 0;        ///< of this process
    std::uint64_t throttles = 0;  ///< thermal throttle events, where the CPU counts them
    int cpus = 0;                 ///< logical CPUs in the sums above
};

/// Reads the state of the machine, which changes while a run goes on. Cheap enough to be
/// read between rounds. Each object belongs to one thread.
class MachineMonitor {
public:
    explicit MachineMonitor(MachineSource source = {});

    /// The state now; load and throttling since construction or the reading before.
    /// A window shorter than 50 ms holds too few ticks and goes on instead.
    [[nodiscard]] MachineState read();

private:
    MachineSource m_source;
    std::optional<CpuTicks> m_ticks;
    std::int64_t m_readAtNs = 0;
};

/// One state with the load over `window_ms`, during which the calling thread sleeps.
[[nodiscard]] MachineState readMachineState(const MachineSource& source = {}, int window_ms = 0);

/// Returns what the process is not granted of its machine. Codes: "processors_limited" {usable,
/// logical}, "processor_time_limited" {processors}, "memory_limited" {limit_bytes}.
[[nodiscard]] std::vector<Reason> machineLimits(const MachineSheet& sheet);

/// Returns warnings of what may spoil the numbers in a state, for the banner and the report. Codes:
/// "on_battery", "power_saver" {plan}, "busy_machine" {percent, cpus}, "cpu_stolen" {percent},
/// "cpu_throttled" {events}, "low_memory" {available_gib}.
[[nodiscard]] std::vector<Reason> machineWarnings(const MachineState& state);

}  // namespace duelo
