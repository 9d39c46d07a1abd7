// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/kernels.h"

namespace duelo {

extern const AddNumbers kSimdSumAvx512;
constinit const AddNumbers kSimdSumAvx512 = simdSum;

}  // namespace duelo
