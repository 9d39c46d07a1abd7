// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/training/dense_moves.h"

/// Part of dense_kernel_table.h: the gradient of units that learn from few samples. Where a ReLU
/// gave nothing the gradient is 0, for most samples of a perceptron that has learnt for a while,
/// and what is multiplied by 0 need not be. A unit then takes the samples that teach it, in their
/// order: what is left out would have added 0, so sums have the same bits as of all samples.
namespace duelo {

namespace {

/// Columns that a unit's sums are kept of at once: seven sums hide most of the time that an
/// addition takes, and divide the inputs of a picture of 28 x 28.
constexpr long kActiveVectors = 7, kActiveColumns = kActiveVectors * kLanes;

/// Skipping is worth it up to so many of 100, because a tile of several units loads less for each
/// product; and up to fewer where the columns of all samples are more than the first cache holds.
constexpr long kMostActivePercent = kLanes == 16 ? 40 : 55;
constexpr long kMostActivePercentOfMany = kLanes == 16 ? 28 : 40, kFirstCacheValues = 8192;

/// A bit for each sample of a panel.
using SampleBits = unsigned long long;

/// The most bit sets that are kept at once, one for each panel of each unit.
constexpr long kMostBits = 1024;

/// Bit i: sample i of up to a panel's has a value that is not 0.
DUELO_INLINED static inline SampleBits activeOf(const float* values, long samples) {
    SampleBits bits = 0;
    for (long i = 0; i < samples; i += kLanes) {
#if defined(__AVX512F__)
        const SampleBits some =
            _mm512_cmp_ps_mask(load(values + i), _mm512_setzero_ps(), _CMP_NEQ_UQ);
#elif defined(__AVX2__)
        const auto some = static_cast<SampleBits>(
            _mm256_movemask_ps(_mm256_cmp_ps(load(values + i), _mm256_setzero_ps(), _CMP_NEQ_UQ)));
#else
        SampleBits some = 0;
        for (long lane = 0; lane < kLanes; ++lane)
            some |= static_cast<SampleBits>(values[i + lane] != 0) << lane;
#endif
        bits |= some << i;
    }
    // Lanes behind the last sample are nobody's.
    return samples < 64 ? bits & ((SampleBits{1} << samples) - 1) : bits;
}

/// The samples that units first to last - 1 learn from, as bits: panel after panel of each unit.
struct ActiveSamples {
    SampleBits bits[kMostBits];
    const long panels;

    explicit ActiveSamples(const Panels& of)
        : panels((of.samples + kPanelSamples - 1) / kPanelSamples) {}

    [[nodiscard]] long mostUnits() const { return kMostBits / panels; }

    /// Finds them, for mostUnits() units at most, and returns how many samples they are.
    long find(const Panels& dy, long first, long last) {
        long count = 0;
        for (long p = 0; p < panels; ++p) {
            const long s = p * kPanelSamples;
            const Panel panel = panelAt(dy, s);
            for (long u = first; u < last; ++u) {
                const SampleBits found =
                    activeOf(panel.values + u * panel.width, lesser(kPanelSamples, dy.samples - s));
                bits[(u - first) * panels + p] = found;
                count += __builtin_popcountll(found);
            }
        }
        return count;
    }
};

/// Updates kActiveColumns columns of a unit from `column` on; `active` is the bits of its panels.
template <Kind kKind>
DUELO_INLINED static inline void updateActive(const LearntRows& weight, const UpdateRule& rule,
                                              const Panels& dy, const float* const* rows, long unit,
                                              long column, const SampleBits* active) {
    Vector sum[kActiveVectors];
    DUELO_UNROLLED
    for (long v = 0; v < kActiveVectors; ++v) sum[v] = Vector{};
    for (long s = 0; s < dy.samples; s += kPanelSamples) {
        const Panel panel = panelAt(dy, s);
        const float* const from = panel.values + unit * panel.width;
        for (SampleBits left = *active++; left != 0; left &= left - 1) {
            const long i = __builtin_ctzll(left);
            const float* const input = rows[s + i] + column;
            DUELO_UNROLLED
            for (long v = 0; v < kActiveVectors; ++v) sum[v] += from[i] * load(input + v * kLanes);
        }
    }
    const long by = unit * weight.stride + column;
    DUELO_UNROLLED
    for (long v = 0; v < kActiveVectors; ++v)
        move<kKind, true>(rule, weight.weight + by + v * kLanes, at(weight.first, by + v * kLanes),
                          at(weight.second, by + v * kLanes), sum[v], kLanes);
}

/// Updates `columns` columns from `first_column` on, of units whose bits `active` has.
template <Kind kKind>
static void updateActiveColumns(const LearntRows& weight, const UpdateRule& with, const Panels& dy,
                                const float* const* rows, long first, long last, long first_column,
                                long columns, const ActiveSamples& active) {
    constexpr long kAhead = 3;  // units whose weights are on their way
    const UpdateRule rule = with;
    for (long c = first_column; c < first_column + columns; c += kActiveColumns)
        for (long u = first; u < last; ++u) {
            for (long v = 0; v < kActiveVectors && u + kAhead < last; ++v)
                fetch<kKind>(weight, (u + kAhead) * weight.stride + c + v * kLanes);
            updateActive<kKind>(weight, rule, dy, rows, u, c,
                                active.bits + (u - first) * active.panels);
        }
}

}  // namespace

}  // namespace duelo
