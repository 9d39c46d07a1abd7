// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/kernels.h"

namespace duelo {

extern const AddNumbers kSimdSumAvx2;
constinit const AddNumbers kSimdSumAvx2 = simdSum;

}  // namespace duelo
