// SPDX-License-Identifier: Apache-2.0
#include "gpu/gpu_device_state.h"

#include <utility>

namespace duelo {

DeviceState deviceStateOf(GpuApi& gpu) {
    const GpuMemory memory = gpu.memory();
    const GpuState state = gpu.state();
    std::vector<std::string> throttle;
    for (const std::string& code : state.throttle.value_or(std::vector<std::string>{}))
        if (code != "gpu_idle")  // between two blocks it has nothing to do
            throttle.push_back("throttle_" + code);
    return DeviceState{.allocations = memory.device_allocs + memory.alloc_retries,
                       .peak_bytes = memory.peak_allocated_bytes,
                       .clock_mhz = state.sm_clock_mhz,
                       .default_clock_mhz = state.sm_clock_default_mhz,
                       .throttle = std::move(throttle),
                       .memory_spilled = exceedsDedicatedMemory(memory)};
}

}  // namespace duelo
