// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duelo {

/// An archive of NVIDIA's libraries for Windows, or of LibTorch for CUDA, as a Python index has it.
struct GpuWheel {
    std::string file{};
    std::uint64_t size_bytes = 0;
    std::string sha256{}, url{};

    /// LibTorch for CUDA, or one of NVIDIA's.
    [[nodiscard]] bool isTorch() const { return file.starts_with("torch-"); }
    /// Returns what its name says: "2.11.0+cu130" of
    /// "torch-2.11.0+cu130-cp311-cp311-win_amd64.whl".
    [[nodiscard]] std::string version() const;
};

/// Reads lines of these four; comments and lines that lack one are none.
[[nodiscard]] std::vector<GpuWheel> wheelsIn(std::string_view lock);
/// Returns those of packaging/gpu-windows.lock. LibTorch is among them once somebody has filled in
/// its address.
[[nodiscard]] std::vector<GpuWheel> gpuWheels();

}  // namespace duelo
