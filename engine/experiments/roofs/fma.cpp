// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/fma.h"

#include "experiments/instructions.h"

namespace duelo {

namespace {

FmaKernel widestFma() {
#ifdef DUELO_WIDE_KERNELS
    const Instructions widest = widestInstructions();
    if (widest == Instructions::Avx512) return {"avx512f", 16, fmaAvx512};
    if (widest == Instructions::Avx2) return {"avx2", 8, fmaAvx2};
#endif
    return {"plain", 4, fmaPlain};
}

}  // namespace

const FmaKernel& fmaKernel() {
    static const FmaKernel kernel = widestFma();
    return kernel;
}

}  // namespace duelo
