// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/kernels.h"

#include <vector>

namespace duelo {

extern const PoolKernels kPoolBase;
#ifdef DUELO_WIDE_KERNELS
extern const PoolKernels kPoolAvx2, kPoolAvx512;
#endif

std::span<const PoolKernels> usablePoolKernels() {
    static const std::vector<PoolKernels> usable = [] {
        std::vector<PoolKernels> list{kPoolBase};
#ifdef DUELO_WIDE_KERNELS
        __builtin_cpu_init();
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
            list.push_back(kPoolAvx2);
            if (__builtin_cpu_supports("avx512f")) list.push_back(kPoolAvx512);
        }
#endif
        return list;
    }();
    return usable;
}

}  // namespace duelo
