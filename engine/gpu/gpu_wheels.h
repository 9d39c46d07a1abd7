// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duelo {

/// An archive of NVIDIA's libraries for Windows, as the Python index has it.
struct GpuWheel {
    std::string file{};
    std::uint64_t size_bytes = 0;
    std::string sha256{}, url{};
};

/// Reads lines of these four; comments and lines that lack one are none.
[[nodiscard]] std::vector<GpuWheel> wheelsIn(std::string_view lock);
/// Returns those of packaging/gpu-windows.lock.
[[nodiscard]] std::vector<GpuWheel> gpuWheels();

}  // namespace duelo
