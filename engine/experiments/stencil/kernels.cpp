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
    static const std::vector<HeatKernels> usable = [] {
        std::vector<HeatKernels> list{kHeatBase};
#ifdef DUELO_WIDE_KERNELS
        const Instructions widest = widestInstructions();
        if (widest >= Instructions::Avx2) list.push_back(kHeatAvx2);
        if (widest >= Instructions::Avx512) list.push_back(kHeatAvx512);
#endif
        return list;
    }();
    return usable;
}

}  // namespace duelo
