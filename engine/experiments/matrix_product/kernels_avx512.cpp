// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/kernel_table.h"

namespace duelo {

extern const ProductKernels kProductAvx512;
constinit const ProductKernels kProductAvx512 = tableOf("avx512");

}  // namespace duelo
