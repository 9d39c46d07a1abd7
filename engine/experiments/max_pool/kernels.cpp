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
    static const auto usable = usableOf<PoolKernels>({
        {Instructions::Base, kPoolBase},
#ifdef DUELO_WIDE_KERNELS
        {Instructions::Avx2, kPoolAvx2},
        {Instructions::Avx512, kPoolAvx512},
#endif
    });
    return usable;
}

}  // namespace duelo
