// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gpu/gpu.h"

namespace duelo {

/// Runs the checks that a GPU must pass before networks are measured on it, in this order:
/// gpu_copy_pageable, gpu_copy_pinned, gpu_matmul, gpu_convolution, gpu_kernels (Duelo's own; these
/// against the CPU), gpu_event_cost, gpu_clocks (events against the wall clock, R-29),
/// gpu_out_of_memory (recovers, R-01), gpu_sensors (NVML answers; clocks cannot be watched
/// otherwise). The list ends early where the device is lost. Knows GpuApi and tensors only, so that
/// a test runs it on the CPU.
[[nodiscard]] std::vector<GpuCheck> runSelfCheck(GpuApi& api);

}  // namespace duelo
