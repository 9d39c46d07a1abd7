// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dense_kernel_table.h"

namespace duelo {

extern const DenseKernels kDenseBase;
constinit const DenseKernels kDenseBase = tableOf("base");

}  // namespace duelo
