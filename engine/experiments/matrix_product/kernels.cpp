// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/kernels.h"

#include <vector>

namespace duelo {

extern const ProductKernels kProductBase;
#ifdef DUELO_WIDE_KERNELS
extern const ProductKernels kProductAvx2, kProductAvx512;
#endif

std::span<const ProductKernels> usableProductKernels() {
    static const std::vector<ProductKernels> usable = [] {
        std::vector<ProductKernels> list{kProductBase};
#ifdef DUELO_WIDE_KERNELS
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
            list.push_back(kProductAvx2);
            if (__builtin_cpu_supports("avx512f")) list.push_back(kProductAvx512);
        }
#endif
        return list;
    }();
    return usable;
}

}  // namespace duelo
