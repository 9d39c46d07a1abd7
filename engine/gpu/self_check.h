// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "gpu/plain_gpu.h"

namespace duelo {

/// A check by its code, and what fills in its answer.
using GpuCheckBody = std::pair<const char*, std::function<void(GpuCheck&)>>;

/// Runs checks in their order; what one throws is its reason. The list ends early where the device
/// is lost.
[[nodiscard]] std::vector<GpuCheck> runChecks(PlainGpu& gpu,
                                              const std::vector<GpuCheckBody>& checks);

/// Check the cost of the stopwatch, events against the wall clock, and whether NVML answers,
/// because clocks cannot be watched otherwise. Both lists have these.
void checkEventCost(PlainGpu& gpu, GpuCheck& check);
void checkClocks(PlainGpu& gpu, GpuCheck& check);
void checkSensors(PlainGpu& gpu, GpuCheck& check);

/// More bytes than any PC has. Under Windows (WDDM) the driver lends the PC's memory and the page
/// file where its own does not suffice, so that a multiple of the GPU's may be handed out.
inline constexpr std::size_t kTooManyBytes = std::size_t{1} << 44;  // 16 TiB
/// Runs those of a GPU by OpenCL: copies, kernels, clock and memory; it has no library of NVIDIA's
/// and no sensors.
[[nodiscard]] std::vector<GpuCheck> runOpenClSelfCheck(PlainGpu& gpu);

/// Runs the checks of a GPU without LibTorch, in this order: gpu_copy_pageable, gpu_copy_pinned,
/// gpu_matmul (cuBLAS), gpu_pooling (cuDNN), gpu_kernels (Duelo's own; all against the CPU),
/// gpu_event_cost, gpu_clocks, gpu_out_of_memory (recovers, R-01), gpu_sensors.
[[nodiscard]] std::vector<GpuCheck> runPlainSelfCheck(PlainGpu& gpu);

}  // namespace duelo
