// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/gpu.h"
#include "measure/work.h"

namespace duelo {

/// How the GPU stands between two blocks of a measurement.
[[nodiscard]] DeviceState deviceStateOf(GpuApi& gpu);

}  // namespace duelo
