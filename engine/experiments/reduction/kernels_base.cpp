// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/kernels.h"

namespace duelo {

extern const AddNumbers kSimdSumBase;
constinit const AddNumbers kSimdSumBase = simdSum;

}  // namespace duelo
