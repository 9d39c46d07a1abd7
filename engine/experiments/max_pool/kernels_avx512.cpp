// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/kernel_table.h"

namespace duelo {

extern const PoolKernels kPoolAvx512;
constinit const PoolKernels kPoolAvx512 = poolTableOf("avx512");

}  // namespace duelo
