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
    static const auto usable = usableOf<ProductKernels>({
        {Instructions::Base, kProductBase},
#ifdef DUELO_WIDE_KERNELS
        {Instructions::Avx2, kProductAvx2},
        {Instructions::Avx512, kProductAvx512},
#endif
    });
    return usable;
}

}  // namespace duelo
