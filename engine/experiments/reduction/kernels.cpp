// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/kernels.h"

#include <vector>

#include "experiments/instructions.h"

namespace duelo {

extern const SimdKernels kSimdBase;
#ifdef DUELO_WIDE_KERNELS
extern const SimdKernels kSimdAvx2;
#endif

std::span<const SimdKernels> usableSimdKernels() {
    static const auto usable = usableOf<SimdKernels>({
        {Instructions::Base, kSimdBase},
#ifdef DUELO_WIDE_KERNELS
        {Instructions::Avx2, kSimdAvx2},
#endif
    });
    return usable;
}

AddNumbers addNumbersOf(SumWay way, AddNumbers simd) {
    switch (way) {
        case SumWay::Loop:
            return loopSum;
        case SumWay::Several:
            return severalSum;
        case SumWay::Simd:
        case SumWay::Tree:
            return simd;
        default:
            return nullptr;
    }
}

AddShared addSharedOf(SumWay way) {
    switch (way) {
        case SumWay::Atomic:
            return atomicSum;
        case SumWay::Lock:
            return lockSum;
        case SumWay::Beside:
            return besideSum;
        case SumWay::Padded:
            return paddedSum;
        default:
            return nullptr;
    }
}

CountBytes countBytesOf(SumWay way) {
    switch (way) {
        case SumWay::Loop:
            return loopHistogram;
        case SumWay::Several:
        case SumWay::Tree:
            return severalHistogram;
        default:
            return nullptr;
    }
}

CountShared countSharedOf(SumWay way) {
    switch (way) {
        case SumWay::Atomic:
            return atomicHistogram;
        case SumWay::Lock:
            return lockHistogram;
        case SumWay::Beside:
            return besideHistogram;
        case SumWay::Padded:
            return paddedHistogram;
        default:
            return nullptr;
    }
}

ScanNumbers scanInLoop() {
    return loopScan;
}

}  // namespace duelo
