// SPDX-License-Identifier: Apache-2.0
#include "experiments/stencil/kernel_table.h"

namespace duelo {

extern const HeatKernels kHeatBase;
constinit const HeatKernels kHeatBase = heatTable();

}  // namespace duelo
