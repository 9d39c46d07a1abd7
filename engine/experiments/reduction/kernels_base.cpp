// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/kernels.h"

namespace duelo {

extern const SimdKernels kSimdBase;
constinit const SimdKernels kSimdBase{simdSum, simdScan};

}  // namespace duelo
