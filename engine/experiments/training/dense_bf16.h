// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "experiments/training/dense_kernels.h"

/// The large products of a linear layer in bf16: weights and values are rounded to 8 significant
/// bits as they are multiplied, two products at a time; sums, and all that is learnt, stay fp32
/// (Micikevicius et al.: Mixed precision training, ICLR 2018; bf16 needs no scaling of the loss,
/// as it has fp32's range). Panels, rows and rules are those of DenseKernels.
namespace duelo {

/// Two numbers that are multiplied with two others at a time: neighbours of a sum.
using Bf16Pair = std::uint32_t;

struct Bf16Kernels {
    std::string_view instructions;  ///< "avx512_bf16"

    /// Writes pairs of units of a turned batch: to[unit / 2] as a panel lays out its units. `first`
    /// and `last` are even; only behind an odd last unit `last` is odd, and a zero completes its
    /// pair.
    void (*pairUnits)(const Panels& from, Bf16Pair* to, long first, long last);
    /// Writes pairs of samples of rows[sample][unit]: to[sample / 2][unit], in rows `units` long.
    void (*pairSamples)(const float* const* rows, long samples, Bf16Pair* to, long units,
                        long first, long last);
    /// Writes pairs of samples of a turned batch: to[unit][sample / 2], in panels.
    void (*pairInside)(const Panels& from, Bf16Pair* to, long first, long last);
    /// DenseKernels::forward() for all samples, of x as pairUnits() has left it.
    void (*forward)(const float* weight, const float* bias, const Panels& x,
                    const Bf16Pair* x_pairs, const Panels& y, bool relu, long first, long last);
    /// DenseKernels::addInputGradient(), of dy as pairUnits() has left it. `first` is even.
    void (*addInputGradient)(const float* weight, long stride, const Panels& dy,
                             const Bf16Pair* dy_pairs, float* dx, long first, long last,
                             long first_column, long last_column);
    /// DenseKernels::update(), of dy as pairInside() and rows as pairSamples() have left them.
    void (*update)(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                   const Bf16Pair* dy_pairs, const Bf16Pair* rows, long units_of_rows, long first,
                   long last, long first_column, long last_column);
};

/// Returns the kernels; null where this CPU has no instructions for them.
[[nodiscard]] const Bf16Kernels* bf16DenseKernels();

}  // namespace duelo
