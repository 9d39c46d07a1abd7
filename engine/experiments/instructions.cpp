// SPDX-License-Identifier: Apache-2.0
#include "experiments/instructions.h"

namespace duelo {

Instructions widestInstructions() {
#ifdef DUELO_WIDE_KERNELS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return __builtin_cpu_supports("avx512f") ? Instructions::Avx512 : Instructions::Avx2;
#endif
    return Instructions::Base;
}

}  // namespace duelo
