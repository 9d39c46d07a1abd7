// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace duelo {

/// Counts of samples at places along a line, ready to be drawn around it. While all of them fit,
/// each is a dot of a stack; more become columns whose height is their share of the fullest one. A
/// lone sample is always a visible dot, however many lie elsewhere.
struct SampleSwarm {
    struct Stack {
        double x_px = 0;  ///< of a dot or a stack the mean of its samples, of a column its middle
        std::size_t count = 0;
        double height_px = 0;  ///< count dots, or the column; never less than a dot
    };
    bool dots = true;
    std::vector<Stack> stacks;  ///< ascending in x, none empty
};

/// `at`: places between 0 and 1 along `width_px`; others, and NaN, are left out.
[[nodiscard]] SampleSwarm swarmOf(std::span<const double> at, double width_px, double height_px,
                                  double dot_px);

}  // namespace duelo
