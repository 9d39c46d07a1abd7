// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/kernel_table.h"

namespace duelo {

extern const PoolKernels kPoolBase;
constinit const PoolKernels kPoolBase = poolTableOf("base");

}  // namespace duelo
