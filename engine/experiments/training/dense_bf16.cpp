// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dense_bf16.h"

#include "experiments/instructions.h"

namespace duelo {

#ifdef DUELO_WIDE_KERNELS
extern const Bf16Kernels kDenseBf16Avx512;

const Bf16Kernels* bf16DenseKernels() {
    const bool known =
        widestInstructions() == Instructions::Avx512 && __builtin_cpu_supports("avx512bf16");
    return known ? &kDenseBf16Avx512 : nullptr;
}
#else
const Bf16Kernels* bf16DenseKernels() {
    return nullptr;
}
#endif

}  // namespace duelo
