// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/aligned_floats.h"
#include "experiments/reduction/params.h"

namespace duelo {

/// The number of times that each value of a byte is there.
using ByteCounts = std::array<std::int64_t, kBins>;

/// Numbers to be worked on, and what comes out of it without rounding: of a histogram bytes.
struct SumNumbers {
    AlignedFloats x{};
    double exact = 0;
    std::vector<std::uint8_t> bytes{};
    ByteCounts counts{};
};
/// Makes numbers above 0 and up to 1, in steps of 2^-23: number i from word i + 1 of the stream
/// that begins at 0 (resources/kernels/splitmix.h). So fp64 adds kMostNumbers of them exactly.
[[nodiscard]] SumNumbers sumNumbers(std::int64_t count);
/// Makes bytes of the same words, each the bits that four bytes of its word have in common: six of
/// ten are 0, as in a dark photograph, so that equal ones follow each other.
[[nodiscard]] SumNumbers numbersToCount(std::int64_t count);

/// Keeps the latest, because the variants of a case follow each other. Only the worker thread uses
/// it.
class SumNumbersStore {
public:
    [[nodiscard]] std::shared_ptr<const SumNumbers> of(const SumTask& task);
    [[nodiscard]] bool holds(const SumTask& task) const;
    void clear() { m_numbers.reset(); }

private:
    std::shared_ptr<const SumNumbers> m_numbers;
};

}  // namespace duelo
