// SPDX-License-Identifier: Apache-2.0
#include "gpu/gpu_device_state.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace duelo {

namespace {

/// Reasons that hold the clock below what the work could use. The others say who has chosen it, or
/// that there is nothing to do.
constexpr std::array<std::string_view, 5> kHeldDown{"sw_power_cap", "hw_slowdown", "sw_thermal",
                                                    "hw_thermal", "power_brake"};

/// The share that NVIDIA nvbench takes (measure_cold). A card under full load always runs into its
/// power limit and so at a somewhat lower clock, which is its speed. Resting it would time another
/// one.
constexpr double kHeldBelow = 0.75;  // of the default clock

/// A desktop that is only shown takes less.
constexpr int kSharedPercent = 10;

/// The most names that are told: on Windows the list may have every program that draws.
constexpr std::size_t kMostNames = 5;

MemoryMark markOf(const GpuMemory& memory) {
    return {.used_bytes = memory.allocated_bytes, .peak_bytes = memory.peak_allocated_bytes};
}

std::int64_t allocationsIn(const GpuMemory& memory) {
    return memory.device_allocs + memory.alloc_retries;
}

/// Returns true also where nobody tells the clock.
bool isClockLow(const GpuState& state) {
    return !state.sm_clock_mhz || !state.sm_clock_default_mhz ||
           *state.sm_clock_mhz < kHeldBelow * *state.sm_clock_default_mhz;
}

}  // namespace

void GpuWatch::beginBlock() {
    m_gpu.resetPeak();
    const GpuMemory memory = m_gpu.memory();
    m_memory.begin(markOf(memory), true);
    m_allocationsBefore = allocationsIn(memory);
}

DeviceState GpuWatch::state() {
    const GpuMemory memory = m_gpu.memory();
    m_memory.settle(markOf(memory));
    const GpuState state = m_gpu.state();
    std::vector<std::string> throttle;
    bool held = false;
    for (const std::string& code : state.throttle.value_or(std::vector<std::string>{})) {
        if (code == "gpu_idle") continue;  // between two blocks it has nothing to do
        throttle.push_back("throttle_" + code);
        held = held || std::ranges::find(kHeldDown, code) != kHeldDown.end();
    }
    return DeviceState{.allocations = allocationsIn(memory) - m_allocationsBefore,
                       .peak_bytes = m_memory.peakBytes(),
                       .throttled = held && isClockLow(state),
                       .throttle = std::move(throttle),
                       .memory_spilled = exceedsDedicatedMemory(memory)};
}

GpuReading readingOf(const GpuState& state, const ProcessTable& processes) {
    GpuReading reading{.temperature_c = state.temperature_c,
                       .memory_used_bytes = state.memory_used_bytes,
                       .memory_total_bytes = state.memory_total_bytes,
                       .load_percent = state.utilisation_percent,
                       .sm_clock_mhz = state.sm_clock_mhz,
                       .memory_clock_mhz = state.memory_clock_mhz,
                       .power_w = state.power_w};
    for (const GpuUser& user : state.users.value_or(std::vector<GpuUser>{}))
        reading.processes.push_back({.pid = user.pid,
                                     .name = visibleText(processes.nameOf(user.pid)),
                                     .memory_bytes = user.memory_bytes,
                                     .own = processes.isOwn(user.pid)});
    return reading;
}

std::vector<Reason> gpuWarnings(const GpuReading& reading) {
    const std::vector<GpuProcess> others = reading.others();
    const int percent = reading.load_percent.value_or(0);
    if (others.empty() || percent < kSharedPercent) return {};
    const GpuProcess& first = others.front();
    if (!first.name.empty() && first.memory_bytes)
        return {{"gpu_used_by",
                 {{"program", first.name},
                  {"memory_bytes", *first.memory_bytes},
                  {"count", others.size()},
                  {"percent", percent}},
                 {}}};
    Json names = Json::array();
    for (const GpuProcess& one : others)
        if (!one.name.empty() && names.size() < kMostNames) names.push_back(one.name);
    if (!names.empty())
        return {{"gpu_shared_with", {{"programs", std::move(names)}, {"percent", percent}}, {}}};
    return {{"gpu_shared", {{"count", others.size()}, {"percent", percent}}, {}}};
}

}  // namespace duelo
