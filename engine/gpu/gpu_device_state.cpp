// SPDX-License-Identifier: Apache-2.0
#include "gpu/gpu_device_state.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace duelo {

namespace {

/// Reasons that hold the clock below what the work could use. The others say who has chosen it, or
/// that there is nothing to do.
constexpr std::array<std::string_view, 5> kHeldDown{"sw_power_cap", "hw_slowdown", "sw_thermal",
                                                    "hw_thermal", "power_brake"};

/// A desktop that is only shown takes less.
constexpr int kSharedPercent = 10;

MemoryMark markOf(const GpuMemory& memory) {
    return {.used_bytes = memory.allocated_bytes, .peak_bytes = memory.peak_allocated_bytes};
}

std::int64_t allocationsIn(const GpuMemory& memory) {
    return memory.device_allocs + memory.alloc_retries;
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
    bool throttled = false;
    for (const std::string& code : state.throttle.value_or(std::vector<std::string>{})) {
        if (code == "gpu_idle") continue;  // between two blocks it has nothing to do
        throttle.push_back("throttle_" + code);
        throttled = throttled || std::ranges::find(kHeldDown, code) != kHeldDown.end();
    }
    return DeviceState{.allocations = allocationsIn(memory) - m_allocationsBefore,
                       .peak_bytes = m_memory.peakBytes(),
                       .throttled = throttled,
                       .throttle = std::move(throttle),
                       .memory_spilled = exceedsDedicatedMemory(memory)};
}

std::vector<Reason> gpuWarnings(const GpuState& state) {
    const int others = state.other_processes.value_or(0);
    const int percent = state.utilisation_percent.value_or(0);
    if (others == 0 || percent < kSharedPercent) return {};
    return {{"gpu_shared", {{"count", others}, {"percent", percent}}, {}}};
}

}  // namespace duelo
