// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "tensor/tensor.h"

namespace duelo::symbols {

/// c10::CachingDeviceAllocator::DeviceStats, whole numbers alone. It is returned in memory of the
/// caller by every compiler.
struct DeviceStats {
    struct Stat {
        std::int64_t current, peak, allocated, freed;
    };
    using Stats = std::array<Stat, 3>;  ///< of all blocks, of small ones, of large ones

    Stats allocation, segment, active, inactive_split, allocated_bytes, reserved_bytes,
        active_bytes, inactive_split_bytes, requested_bytes;
    std::int64_t num_alloc_retries, num_ooms;
    Stat oversize_allocations, oversize_segments;
    std::int64_t num_sync_all_streams, num_device_alloc, num_device_free, max_split_size;
};

/// Called when nobody uses the memory any more.
using FreeBlob = void(void* data, void* context);

/// Wraps memory as a contiguous tensor. `free` must not be null.
[[nodiscard]] Tensor fromBlob(TensorDevice device, void* data, IntArrayRef sizes, ScalarType type,
                              FreeBlob* free, void* context);

}  // namespace duelo::symbols
