// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "experiments/aligned_floats.h"

namespace duelo {

/// Numbers to be added, and what comes out of it without rounding.
struct SumNumbers {
    AlignedFloats x;
    double exact = 0;
};
/// Makes numbers above 0 and up to 1, in steps of 2^-23: number i from word i + 1 of the stream
/// that begins at 0 (resources/kernels/splitmix.h). So fp64 adds kMostNumbers of them exactly.
[[nodiscard]] SumNumbers sumNumbers(std::int64_t count);

/// Keeps the latest, because the variants of a case follow each other. Only the worker thread uses
/// it.
class SumNumbersStore {
public:
    [[nodiscard]] std::shared_ptr<const SumNumbers> of(std::int64_t count);
    [[nodiscard]] bool holds(std::int64_t count) const;
    void clear() { m_numbers.reset(); }

private:
    std::shared_ptr<const SumNumbers> m_numbers;
};

}  // namespace duelo
