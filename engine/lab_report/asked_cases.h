// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>

#include "report/comparison.h"

namespace duelo {

/// A measure of how near the own file of a comparison is to what the handout asks for: of two, the
/// greater one is nearer. Cells of other PCs do not count, as they stand beside every run.
struct AskedCases {
    std::size_t usual = 0;    ///< cases of the experiment's usual plan, which is the handout's
    std::size_t devices = 0;  ///< that have a time: CPU and GPU
    bool one_number_of_workers = true;
    std::ptrdiff_t less_unusual = 0;  ///< values that the usual plan has not, below zero
    std::size_t all = 0;

    auto operator<=>(const AskedCases&) const = default;
};

[[nodiscard]] AskedCases askedCasesOf(const Comparison& comparison);

}  // namespace duelo
