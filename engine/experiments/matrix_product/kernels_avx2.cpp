// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/kernel_table.h"

namespace duelo {

extern const ProductKernels kProductAvx2;
constinit const ProductKernels kProductAvx2 = tableOf("avx2");

}  // namespace duelo
