// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "gpu/gpu.h"
#include "measure/forecast_duration.h"

namespace duelo {

/// What a device does in a millisecond, from a few convolutions and passes over memory, in
/// fp32. Takes about a tenth of a second on a CPU; on a GPU also the time that its
/// libraries need to load. Never to be called while something is measured: both would be wrong.
///
/// Works on a thread of its own, because LibTorch's guards and thread counts belong to a thread.
/// `gpu`: nullptr for the CPU, on which it uses `threads`. Nothing when the library fails: the
/// cells themselves will say why.
[[nodiscard]] std::optional<ComputeRate> measureRate(int threads, GpuApi* gpu);

}  // namespace duelo
