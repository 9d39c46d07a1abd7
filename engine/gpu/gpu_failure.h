// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "measure/maker.h"

namespace duelo {

/// Sizes as LibTorch's allocators print them ("3.10 GiB"), from their own message; "?" where the
/// message does not say. Works for the GPU's allocator and the host's.
struct MemoryShortage {
    std::string asked = "?";
    std::string free = "?";
};
[[nodiscard]] MemoryShortage parseMemoryShortage(std::string_view message);

/// Writes a size as LibTorch's allocator does, which parseMemoryShortage() reads.
[[nodiscard]] std::string gibibytes(std::size_t bytes);

/// Says what an exception that left GPU work means:
/// TensorError of Kind::OutOfMemory, and cuDNN or cuBLAS without workspace -> out_of_memory {asked,
/// free}; of Kind::Accelerator -> classifyCudaError() of its code;
/// the host's allocator -> out_of_host_memory {asked}; opencl::Error -> "opencl_failed" {function,
/// error};
/// anything else -> absent. A library's "execution failed" may hide a fault of the device, so ask
/// PlainGpu::health() after an absent or non-sticky answer before going on.
/// Keep no copy of the exception and leave the catch block before emptyCache(): what it holds
/// stays allocated.
[[nodiscard]] std::optional<Failure> describeGpuFailure(const std::exception_ptr& error);

}  // namespace duelo
