// SPDX-License-Identifier: Apache-2.0
#include "experiments/stencil/kernel_table.h"

namespace duelo {

extern const HeatKernels kHeatAvx2;
constinit const HeatKernels kHeatAvx2 = heatTable();

}  // namespace duelo
