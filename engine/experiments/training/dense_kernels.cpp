// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dense_kernels.h"

#include <vector>

#include "experiments/instructions.h"

namespace duelo {

extern const DenseKernels kDenseBase;
#ifdef DUELO_WIDE_KERNELS
extern const DenseKernels kDenseAvx2, kDenseAvx512;
#endif

std::span<const DenseKernels> usableDenseKernels() {
    static const auto usable = usableOf<DenseKernels>({
        {Instructions::Base, kDenseBase},
#ifdef DUELO_WIDE_KERNELS
        {Instructions::Avx2, kDenseAvx2},
        {Instructions::Avx512, kDenseAvx512},
#endif
    });
    return usable;
}

}  // namespace duelo
