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
    static const std::vector<DenseKernels> usable = [] {
        std::vector<DenseKernels> list{kDenseBase};
#ifdef DUELO_WIDE_KERNELS
        const Instructions widest = widestInstructions();
        if (widest >= Instructions::Avx2) list.push_back(kDenseAvx2);
        if (widest >= Instructions::Avx512) list.push_back(kDenseAvx512);
#endif
        return list;
    }();
    return usable;
}

}  // namespace duelo
