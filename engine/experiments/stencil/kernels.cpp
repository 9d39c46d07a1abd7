// SPDX-License-Identifier: Apache-2.0
#include "experiments/stencil/kernels.h"

#include <vector>

#include "experiments/instructions.h"

namespace duelo {

extern const HeatKernels kHeatBase;
#ifdef DUELO_WIDE_KERNELS
extern const HeatKernels kHeatAvx2, kHeatAvx512;
#endif

std::span<const HeatKernels> usableHeatKernels() {
    static const auto usable = usableOf<HeatKernels>({
        {Instructions::Base, kHeatBase},
#ifdef DUELO_WIDE_KERNELS
        {Instructions::Avx2, kHeatAvx2},
        {Instructions::Avx512, kHeatAvx512},
#endif
    });
    return usable;
}

}  // namespace duelo
