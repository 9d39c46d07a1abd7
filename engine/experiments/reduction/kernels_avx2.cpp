// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/kernels.h"

namespace duelo {

extern const SimdKernels kSimdAvx2;
constinit const SimdKernels kSimdAvx2{simdSum, simdScan};

}  // namespace duelo
