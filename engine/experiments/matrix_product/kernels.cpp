// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/kernels.h"

#include <vector>

#include "experiments/instructions.h"

namespace duelo {

extern const ProductKernels kProductBase;
#ifdef DUELO_WIDE_KERNELS
extern const ProductKernels kProductAvx2, kProductAvx512;
#endif

std::span<const ProductKernels> usableProductKernels() {
    static const std::vector<ProductKernels> usable = [] {
        std::vector<ProductKernels> list{kProductBase};
#ifdef DUELO_WIDE_KERNELS
        const Instructions widest = widestInstructions();
        if (widest >= Instructions::Avx2) list.push_back(kProductAvx2);
        if (widest >= Instructions::Avx512) list.push_back(kProductAvx512);
#endif
        return list;
    }();
    return usable;
}

}  // namespace duelo
