// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dense_kernel_table.h"

namespace duelo {

extern const DenseKernels kDenseAvx2;
constinit const DenseKernels kDenseAvx2 = tableOf("avx2");

}  // namespace duelo
