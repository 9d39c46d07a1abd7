// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/fma.h"

namespace duelo {

namespace {

FmaKernel widestFma() {
#ifdef DUELO_FMA_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) return {"avx512f", 16, fmaAvx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {"avx2", 8, fmaAvx2};
#endif
    return {"plain", 4, fmaPlain};
}

}  // namespace

const FmaKernel& fmaKernel() {
    static const FmaKernel kernel = widestFma();
    return kernel;
}

}  // namespace duelo
