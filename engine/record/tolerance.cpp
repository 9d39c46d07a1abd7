// SPDX-License-Identifier: Apache-2.0
#include "record/tolerance.h"

#include <algorithm>

namespace duelo {
namespace {

constexpr double kFp32 = 1e-4;

double toleranceOf(const BitLoss& loss, const Params& variant) {
    switch (variant.word<Precision>("precision")) {
        case Precision::Fp32:
            return kFp32;
        case Precision::Int8:
            return loss.int8;
        default:
            return loss.fewer_bits;
    }
}

}  // namespace

double toleranceFor(const Params& a, const Params& b, BitLoss loss) {
    // No figures are of GPUs, whose libraries round elsewhere.
    if (deviceOf(a) == Device::Cuda || deviceOf(b) == Device::Cuda) loss = {};
    return std::max(toleranceOf(loss, a), toleranceOf(loss, b));
}

}  // namespace duelo
