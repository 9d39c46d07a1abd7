// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/kernel_table.h"

namespace duelo {

extern const PoolKernels kPoolAvx2;
constinit const PoolKernels kPoolAvx2 = poolTableOf("avx2");

}  // namespace duelo
