// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dense_kernel_table.h"

namespace duelo {

extern const DenseKernels kDenseAvx512;
constinit const DenseKernels kDenseAvx512 = tableOf("avx512");

}  // namespace duelo
