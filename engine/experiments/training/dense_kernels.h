// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// Kernels of a linear layer that learns, on a part of its rows, so that a thread can do all of it
/// for the rows that it owns. One text (dense_kernel_table.h) is compiled for each kind of
/// instructions that a CPU may have.
///
/// A layer has a weight [units][inputs], row after row. The values of a batch are kept turned, unit
/// by unit, in panels of so many samples as a tile of sums is wide (Panels): in a panel the samples
/// of one unit lie next to each other, and one instruction computes with several of them. Where a
/// panel ends behind the last sample, its vectors are filled with zeros.
namespace duelo {

/// The rule of an update: SGD, its momentum and Adam as PyTorch defines them (Kingma, Ba 2015;
/// betas 0.9 and 0.999, eps 1e-8). Keep leaves the weight and stores the gradient in `first`.
struct UpdateRule {
    enum class Kind { Keep, Sgd, Momentum, Adam };

    Kind kind = Kind::Keep;
    float rate = 0;      ///< SGD and momentum
    float momentum = 0;  ///< Momentum
    float step = 0;      ///< Adam: rate / (1 - beta1^updates)
    float root = 0;      ///< Adam: 1 / sqrt(1 - beta2^updates)
};

/// Rows of a weight, or a bias, with what the optimiser keeps of them; null where it keeps nothing.
struct LearntRows {
    float* weight = nullptr;
    float* first = nullptr;   ///< Adam's mean, or the momentum
    float* second = nullptr;  ///< Adam's mean of squares
    long stride = 0;          ///< values from one row to the next
};

/// Values of a batch, turned: `values` holds units times roundedSamples() numbers.
struct Panels {
    float* values = nullptr;
    long units = 0, samples = 0;
};

struct DenseKernels {
    std::string_view instructions;  ///< "avx512", "avx2", "base"
    long lanes;                     ///< number of values that an instruction computes with
    long panel_samples;             ///< of a whole panel

    /// Turns units first to last - 1 of rows[sample][unit].
    void (*pack)(const float* const* rows, const Panels& to, long first, long last);
    /// Writes units first to last - 1 of a turned batch back into rows, `stride` apart, whose first
    /// value is that of unit `first`.
    void (*unpack)(const Panels& from, float* rows, long stride, long first, long last);
    /// Computes units first to last - 1 of y = W x + b, with what is below 0 set to 0 if `relu`,
    /// for samples from_sample to to_sample - 1 (multiples of `lanes`, or the end).
    void (*forward)(const float* weight, const float* bias, const Panels& x, const Panels& y,
                    bool relu, long first, long last, long from_sample, long to_sample);
    /// Computes inputs first to last - 1 of W^T dy, and 0 where `x` is not above 0: the gradient of
    /// what a ReLU gave. `weight` is [dy.units][dx.units].
    void (*backward)(const float* weight, const Panels& dy, const Panels& x, const Panels& dx,
                     long first, long last);
    /// Adds to dx[sample][column], or begins it if `first` is 0, what units first to last - 1 give
    /// of dy W, for those columns: the gradient of a batch. Rows of the weight, and of dx, are
    /// `stride` apart.
    void (*addInputGradient)(const float* weight, long stride, const Panels& dy, float* dx,
                             long first, long last, long first_column, long last_column);
    /// Moves columns first_column to last_column - 1 of rows first to last - 1 by their gradient:
    /// row of dy times the batch's inputs, rows[sample][column]. Where most of dy is 0 its products
    /// are left out, which changes no bit.
    void (*update)(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                   const float* const* rows, long first, long last, long first_column,
                   long last_column);
    /// Moves values first to last - 1 of a bias by theirs: the sums of dy.
    void (*updateBias)(const LearntRows& bias, const UpdateRule& rule, const Panels& dy, long first,
                       long last);
};

/// Returns the kernels that this CPU can run, the widest last.
[[nodiscard]] std::span<const DenseKernels> usableDenseKernels();

/// Returns the kernels for this CPU's widest instructions.
[[nodiscard]] inline const DenseKernels& denseKernels() {
    return usableDenseKernels().back();
}

/// Returns how many numbers a unit of a batch takes: `samples`, rounded up to whole instructions.
[[nodiscard]] constexpr long roundedSamples(const DenseKernels& kernels, long samples) {
    return (samples + kernels.lanes - 1) / kernels.lanes * kernels.lanes;
}

}  // namespace duelo
