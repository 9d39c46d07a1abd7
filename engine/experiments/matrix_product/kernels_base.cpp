// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/kernel_table.h"

namespace duelo {

extern const ProductKernels kProductBase;
constinit const ProductKernels kProductBase = tableOf("base");

}  // namespace duelo
