// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/words.h"

namespace duelo {

/// The requirements of the pinned LibTorch 2.11 for CUDA 13.0
/// (docs.nvidia.com/deploy/cuda-compatibility; PyTorch's CUDA 13.0 architecture list
/// 7.5;8.0;8.6;9.0;10.0;12.0+PTX).
struct GpuRequirements {
    int cuda_version = 13000;     ///< as cuDriverGetVersion counts: 1000 * major + 10 * minor
    std::string driver = "580";   ///< the first driver branch with that CUDA version
    int compute_capability = 75;  ///< 10 * major + minor
};

/// Bytes of the GPU's memory, or page-locked ones of the host. They go with the last of those that
/// share them.
struct GpuBlock {
    std::shared_ptr<void> data{};
    std::size_t bytes = 0;

    /// Returns the address of its first element.
    template <typename T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(data.get());
    }
};

/// The device's own account of its memory, and that of who hands it out: the caching allocator of
/// LibTorch; without LibTorch Duelo itself, which caches nothing and does not see what NVIDIA's
/// libraries take for themselves (GpuSheet::networks_reason says which). In bytes.
struct GpuMemory {
    std::int64_t free_bytes = 0, total_bytes = 0;  ///< the device's memory
    bool dedicated = true;  ///< it is the device's own; else a part of the PC's
    std::int64_t allocated_bytes = 0, reserved_bytes = 0;            ///< tensors; with the cache
    std::int64_t peak_allocated_bytes = 0, peak_reserved_bytes = 0;  ///< since resetPeak()
    std::int64_t alloc_retries = 0, ooms = 0, device_allocs = 0;     ///< since the start
};

/// Returns the bytes of the device's memory that may still be asked for: memory that the allocator
/// has cached is as free as memory that it has not taken yet.
[[nodiscard]] inline std::int64_t usableBytes(const GpuMemory& memory) {
    return memory.free_bytes + memory.reserved_bytes - memory.allocated_bytes;
}

/// One launch of a kernel of resources/kernels as values: which, how wide, with what. What it
/// points to must stay until it has been submitted.
struct KernelLaunch {
    using Argument = std::variant<const void*, std::uint64_t, std::uint32_t, std::int32_t, float>;

    const char* text;                      ///< the resource that holds it, or that it comes from
    const char* kernel;                    ///< its name in there
    unsigned blocks = 0, threads = 0;      ///< in x
    unsigned blocks_y = 1, threads_y = 1;  ///< in y
    std::vector<Argument> arguments{};     ///< in the kernel's order; a pointer may be null
    /// Machine code of a student's own text for this GPU; null: of the resource.
    std::shared_ptr<const std::string> code{};
};

/// c = a b of square matrices that lie row by row in the GPU's memory, `n` on a side.
struct ProductOperands {
    const void *a = nullptr, *b = nullptr;
    void* c = nullptr;
    std::int64_t n = 0;
    /// Format of all three; with Tf32 they are fp32. Sums are fp32 in any.
    Precision precision = Precision::Fp32;
};

/// Numbers on a side.
struct PoolSides {
    std::int64_t picture = 0, map = 0;
};

/// Square windows, `stride` apart, over a picture with `padding` on each side.
struct PoolWindow {
    std::int64_t side = 2, stride = 2, padding = 0;
};

/// A process that computes on the GPU, this one too, and what it holds of its memory.
struct GpuUser {
    std::uint32_t pid = 0;
    std::optional<std::int64_t> memory_bytes{};  ///< Windows does not tell it
};

/// Clocks and limits between two blocks, read with NVML; absent is "not reported", never 0.
struct GpuState {
    std::optional<int> sm_clock_mhz, sm_clock_default_mhz, sm_clock_max_mhz, memory_clock_mhz;
    std::optional<int> temperature_c, utilisation_percent;
    std::optional<std::int64_t> memory_used_bytes, memory_total_bytes;  ///< of whomever
    std::optional<std::vector<GpuUser>> users;
    std::optional<double> power_w, power_limit_w;
    std::optional<double> energy_j;  ///< of the whole card since the driver was loaded
    std::optional<std::vector<std::string>> throttle;  ///< throttleCodes() of nvml.h (R-27)
};

/// One piece of GPU work seen by both clocks: device time cannot exceed wall time (R-29, S3-03).
struct ClockPair {
    double event_ms = 0, wall_ms = 0;
};

/// Chooses the dropout masks of a layer, and says how their bits decide
/// (resources/kernels/splitmix.h).
struct DropoutDraw {
    std::uint64_t seed = 0, layer = 0;
    int bits = 32;                ///< of the stream that decide over each value: 1 or 32
    std::uint64_t threshold = 0;  ///< a value stays where its bits reach it
    float kept = 1;               ///< the factor of one that stays
};

/// One line of `duelo-engine self-test`; `detail` carries the figures behind the verdict.
struct GpuCheck {
    std::string code;
    bool passed = false;
    Json detail = Json::object();
    std::optional<Reason> reason;
};

/// drivers may lend the PC's memory to a device with memory of its own instead of failing;
/// such a cell is not comparable. A device without any cannot borrow what it always works in.
[[nodiscard]] inline bool exceedsDedicatedMemory(const GpuMemory& memory) {
    return memory.dedicated && memory.total_bytes > 0 &&
           memory.peak_allocated_bytes > memory.total_bytes;
}

}  // namespace duelo
