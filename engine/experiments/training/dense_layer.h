// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/aligned_floats.h"
#include "experiments/training/dense_bf16.h"
#include "experiments/training/dense_kernels.h"
#include "experiments/training/dense_shares.h"
#include "tensor/parallel.h"

namespace duelo {

/// A part of a weight, from a first unit and input to those before the last ones.
struct DensePiece {
    long first_unit, last_unit, first_input, last_input;
};

/// A linear layer that learns on the CPU, for one batch size. Forward, a thread owns units; back,
/// it owns inputs, and each piece of the weight gives its part of the inputs' gradient and is moved
/// by its own while it is in the cache: memory is read and written once, and no gradient of a
/// weight is ever written to it. Every sum has one order, whatever the number of threads.
class DenseLayer {
public:
    /// Keeps pointers: the numbers that `weight` and `bias` point to, rows of `inputs` and one
    /// value for each of `units`, must outlive the layer. `threads`: as many as ops::parallel_for()
    /// has, at most. `bf16`: the kernels that multiply; null: `kernels`, as they do all the rest.
    DenseLayer(const LearntRows& weight, const LearntRows& bias, long inputs, long units,
               long samples, int threads, const Bf16Kernels* bf16 = nullptr,
               const DenseKernels& kernels = denseKernels());

    /// Computes y[sample][unit] of x[sample][input].
    void forward(const float* x, float* y, bool relu);
    /// Moves the layer by the gradient of y, or stores its gradients where the rule keeps them.
    /// `dx`: the gradient of x; null where nobody learns from it. x is that of the last forward(),
    /// which must still be there.
    void learn(const float* dy, float* dx, const UpdateRule& rule);

private:
    [[nodiscard]] DenseShare share(long member, long count) const;
    template <typename Work>
    void eachShare(const Work& work) const;
    void learnPiece(const DensePiece& of, float* dx, const UpdateRule& rule);
    void learnBf16(const DensePiece& of, float* dx, const UpdateRule& rule);

    const LearntRows m_weight, m_bias;
    const long m_inputs, m_units, m_samples, m_shares;
    const DenseKernels& m_kernels;
    const Bf16Kernels* const m_bf16;
    AlignedFloats m_x_values, m_y_values;
    /// Pairs in bf16: of the input of forward(), of the rows that it was given, and of y's gradient
    /// in two layouts.
    AlignedNumbers<Bf16Pair> m_x_pairs, m_sample_pairs, m_y_pairs, m_inside_pairs;
    const Panels m_x, m_y;  ///< y: its gradient too
    std::vector<const float*> m_x_rows, m_y_rows;
};

}  // namespace duelo
