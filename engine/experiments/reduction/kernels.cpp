// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/kernels.h"

#include <vector>

#include "experiments/instructions.h"

namespace duelo {

extern const AddNumbers kSimdSumBase;
#ifdef DUELO_WIDE_KERNELS
extern const AddNumbers kSimdSumAvx2;
#endif

std::span<const AddNumbers> usableSimdSums() {
    static const auto usable = usableOf<AddNumbers>({
        {Instructions::Base, kSimdSumBase},
#ifdef DUELO_WIDE_KERNELS
        {Instructions::Avx2, kSimdSumAvx2},
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

}  // namespace duelo
