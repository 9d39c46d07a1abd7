// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "gpu/gpu.h"
#include "measure/forecast_duration.h"

namespace duelo {

/// Measures how many operations and bytes a device gets through in a millisecond, with a few
/// convolutions and passes over memory in fp32. Takes about a tenth of a second on a CPU; on a GPU
/// also the time that its libraries need to load. Must not be called while something is measured:
/// both results would be wrong.
///
/// Works on a thread of its own, because LibTorch's guards and thread counts belong to a thread.
/// `gpu`: nullptr for the CPU, on which it uses `threads`. Returns nothing when the library fails:
/// the cells themselves will say why.
[[nodiscard]] std::optional<ComputeRate> measureRate(int threads, GpuApi* gpu);

}  // namespace duelo
