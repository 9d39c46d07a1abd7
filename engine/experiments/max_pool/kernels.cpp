// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/kernels.h"

#include <vector>

#include "experiments/instructions.h"

namespace duelo {

extern const PoolKernels kPoolBase;
#ifdef DUELO_WIDE_KERNELS
extern const PoolKernels kPoolAvx2, kPoolAvx512;
#endif

std::span<const PoolKernels> usablePoolKernels() {
    static const std::vector<PoolKernels> usable = [] {
        std::vector<PoolKernels> list{kPoolBase};
#ifdef DUELO_WIDE_KERNELS
        const Instructions widest = widestInstructions();
        if (widest >= Instructions::Avx2) list.push_back(kPoolAvx2);
        if (widest >= Instructions::Avx512) list.push_back(kPoolAvx512);
#endif
        return list;
    }();
    return usable;
}

}  // namespace duelo
