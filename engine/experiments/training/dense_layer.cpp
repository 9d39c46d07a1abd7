// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dense_layer.h"

#include <algorithm>

#include "tensor/parallel.h"

namespace duelo {
namespace {

/// Threads share rows out in grains of this size, so that at their borders they share no cache line
/// and no instruction computes for both.
constexpr long kRowGrain = 64;
/// A piece of a weight that is moved while it is in the cache: some whole tiles high, and wide
/// enough that memory is read in long runs.
constexpr long kPieceUnits = 48, kPieceInputs = 512;

std::size_t valuesOf(const DenseKernels& kernels, long units, long samples) {
    return static_cast<std::size_t>(units * roundedSamples(kernels, samples));
}

AlignedNumbers<Bf16Pair> pairsFor(const Bf16Kernels* bf16, const DenseKernels& kernels, long units,
                                  long samples) {
    return AlignedNumbers<Bf16Pair>(bf16 == nullptr ? 0
                                                    : valuesOf(kernels, (units + 1) / 2, samples));
}

void setRows(std::vector<const float*>& rows, const float* first, long stride) {
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = first + static_cast<long>(i) * stride;
}

}  // namespace

DenseLayer::DenseLayer(const LearntRows& weight, const LearntRows& bias, long inputs, long units,
                       long samples, int threads, const Bf16Kernels* bf16,
                       const DenseKernels& kernels)
    : m_weight(weight),
      m_bias(bias),
      m_inputs(inputs),
      m_units(units),
      m_samples(samples),
      m_shares(std::clamp<long>(inputs * units / kLeastSharedWeights, 1, threads)),
      m_kernels(kernels),
      m_bf16(bf16),
      m_x_values(valuesOf(kernels, inputs, samples)),
      m_y_values(valuesOf(kernels, units, samples)),
      m_x_pairs(pairsFor(bf16, kernels, inputs, samples)),
      m_sample_pairs(pairsFor(bf16, kernels, inputs, samples)),
      m_y_pairs(pairsFor(bf16, kernels, units, samples)),
      m_inside_pairs(pairsFor(bf16, kernels, units, samples)),
      m_x{m_x_values.data(), inputs, samples},
      m_y{m_y_values.data(), units, samples},
      m_x_rows(static_cast<std::size_t>(samples)),
      m_y_rows(static_cast<std::size_t>(samples)) {}

DenseShare DenseLayer::share(long member, long count) const {
    return denseShare(member, m_shares, count, kRowGrain);
}

template <typename Work>
void DenseLayer::eachShare(const Work& work) const {
    ops::parallel_for(0, m_shares, 1, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t member = first; member < last; ++member) work(member);
    });
}

void DenseLayer::forward(const float* x, float* y, bool relu) {
    setRows(m_x_rows, x, m_inputs);
    eachShare([&](long member) {
        const DenseShare inputs = share(member, m_inputs);
        m_kernels.pack(m_x_rows.data(), m_x, inputs.first, inputs.last);
        if (m_bf16 != nullptr) m_bf16->pairUnits(m_x, m_x_pairs.data(), inputs.first, inputs.last);
    });
    eachShare([&](long member) {
        const DenseShare units = share(member, m_units);
        if (m_bf16 != nullptr)
            m_bf16->forward(m_weight.weight, m_bias.weight, m_x, m_x_pairs.data(), m_y, relu,
                            units.first, units.last);
        else
            m_kernels.forward(m_weight.weight, m_bias.weight, m_x, m_y, relu, units.first,
                              units.last, 0, m_samples);
        m_kernels.unpack(m_y, y + units.first, m_units, units.first, units.last);
    });
}

void DenseLayer::learn(const float* dy, float* dx, const UpdateRule& rule) {
    setRows(m_y_rows, dy, m_units);
    eachShare([&](long member) {
        const DenseShare units = share(member, m_units);
        m_kernels.pack(m_y_rows.data(), m_y, units.first, units.last);
        m_kernels.updateBias(m_bias, rule, m_y, units.first, units.last);
        if (m_bf16 == nullptr) return;
        m_bf16->pairUnits(m_y, m_y_pairs.data(), units.first, units.last);
        m_bf16->pairInside(m_y, m_inside_pairs.data(), units.first, units.last);
        const DenseShare inputs = share(member, m_inputs);
        m_bf16->pairSamples(m_x_rows.data(), m_samples, m_sample_pairs.data(), m_inputs,
                            inputs.first, inputs.last);
    });
    eachShare([&](long member) {
        const DenseShare inputs = share(member, m_inputs);
        for (long i = inputs.first; i < inputs.last; i += kPieceInputs)
            for (long u = 0; u < m_units; u += kPieceUnits) {
                const DensePiece piece{u, std::min(m_units, u + kPieceUnits), i,
                                       std::min(inputs.last, i + kPieceInputs)};
                if (m_bf16 != nullptr)
                    learnBf16(piece, dx, rule);
                else
                    learnPiece(piece, dx, rule);
            }
    });
}

void DenseLayer::learnPiece(const DensePiece& of, float* dx, const UpdateRule& rule) {
    if (dx != nullptr)
        m_kernels.addInputGradient(m_weight.weight, m_weight.stride, m_y, dx, of.first_unit,
                                   of.last_unit, of.first_input, of.last_input);
    m_kernels.update(m_weight, rule, m_y, m_x_rows.data(), of.first_unit, of.last_unit,
                     of.first_input, of.last_input);
}

void DenseLayer::learnBf16(const DensePiece& of, float* dx, const UpdateRule& rule) {
    if (dx != nullptr)
        m_bf16->addInputGradient(m_weight.weight, m_weight.stride, m_y, m_y_pairs.data(), dx,
                                 of.first_unit, of.last_unit, of.first_input, of.last_input);
    m_bf16->update(m_weight, rule, m_y, m_inside_pairs.data(), m_sample_pairs.data(), m_inputs,
                   of.first_unit, of.last_unit, of.first_input, of.last_input);
}

}  // namespace duelo
