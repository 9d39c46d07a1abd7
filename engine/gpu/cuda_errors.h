// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "measure/maker.h"

namespace duelo {

/// The name of a CUDA runtime error (cudaError_t and CUresult share their numbers), for example
/// 700 -> "cudaErrorIllegalAddress"; "cudaError" for numbers this version does not know.
/// Source: driver_types.h of CUDA 13.0; a test compares the table with that header.
[[nodiscard]] std::string_view cudaErrorName(int number);

/// True for the errors after which "the process must be terminated and relaunched" (driver_types.h)
/// and those where the device itself is lost: every later CUDA call would fail.
[[nodiscard]] bool isStickyCudaError(int number);

/// Classifies an error of a running cell. Reason codes, all with args {number, name}:
/// sticky: cuda_launch_timeout (702), cuda_illegal_address (700, 716, 717), cuda_device_lost
/// (46, 999 and a lost context), cuda_ecc (214, 220), cuda_sticky (the others);
/// not sticky: out_of_memory (2; args {asked, free} unknown), cuda_error (the others).
[[nodiscard]] Failure classifyCudaError(int number);

/// Why the driver did not start, from the result of cuInit or the first call of the runtime:
/// no_gpu (100), driver_mismatch (803: updated, not restarted), driver_not_ready (802),
/// driver_stub (34), gpu_busy (46), driver_failed (the others); args {number, name}.
[[nodiscard]] Reason explainCudaStart(int number);

}  // namespace duelo
