// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "experiments/training/dense_panels.h"

/// Part of dense_kernel_table.h: gradients, and how weights move by them.
namespace duelo {

namespace {

static Vector rootOf(Vector x) {
#if defined(__AVX512F__)
    return _mm512_maskz_sqrt_ps(0xffff, x);  // GCC 12 warns of the undefined rest of the other
#elif defined(__AVX2__)
    return _mm256_sqrt_ps(x);
#else
    float values[kLanes];
    store(values, x);
    for (float& value : values) value = __builtin_sqrtf(value);
    return load(values);
#endif
}

/// A vector of weights, or the first `count` of it.
template <bool All>
static inline void move(const UpdateRule& rule, const LearntRows& at, Vector gradient, long count) {
    constexpr float kBeta2 = 0.999F, kEps = 1e-8F;
    constexpr float kNew1 = 0.1F, kNew2 = 0.001F;  // 1 - beta, each rounded once
    const auto get = [count](const float* from) {
        return All ? load(from) : loadSome(from, count);
    };
    const auto put = [count](float* to, Vector value) {
        if (All)
            store(to, value);
        else
            storeSome(to, value, count);
    };
    switch (rule.kind) {
        case UpdateRule::Kind::Keep:
            put(at.first, gradient);
            return;
        case UpdateRule::Kind::Sgd:
            put(at.weight, get(at.weight) - rule.rate * gradient);
            return;
        case UpdateRule::Kind::Momentum: {
            const Vector pace = rule.momentum * get(at.first) + gradient;
            put(at.first, pace);
            put(at.weight, get(at.weight) - rule.rate * pace);
            return;
        }
        case UpdateRule::Kind::Adam: {
            const Vector before = get(at.first);
            const Vector mean = before + kNew1 * (gradient - before);
            const Vector square = kBeta2 * get(at.second) + kNew2 * gradient * gradient;
            put(at.first, mean);
            put(at.second, square);
            put(at.weight, get(at.weight) - rule.step * mean / (rootOf(square) * rule.root + kEps));
        }
    }
}

static LearntRows moved(const LearntRows& rows, long row, long column) {
    const long by = row * rows.stride + column;
    return {rows.weight + by, rows.first != nullptr ? rows.first + by : nullptr,
            rows.second != nullptr ? rows.second + by : nullptr, rows.stride};
}

/// What will be moved comes into the cache while its gradient is computed.
static inline void fetch([[maybe_unused]] const LearntRows& at) {
#if defined(__GNUC__)
    __builtin_prefetch(at.weight, 1);
    if (at.first != nullptr) __builtin_prefetch(at.first, 1);
    if (at.second != nullptr) __builtin_prefetch(at.second, 1);
#endif
}

/// `columns` is that of all vectors, or fewer if not All: then the last one is not whole.
template <long Rows, long Vectors, bool All>
static void updateTile(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                       const float* const* rows, long first, long count, long column,
                       long columns) {
    for (long r = 0; r < count; ++r)
        for (long v = 0; v < Vectors; ++v) fetch(moved(weight, first + r, column + v * kLanes));
    Vector sum[Rows][Vectors] = {};
    for (long s = 0; s < dy.samples; s += kPanelSamples) {
        const Panel panel = panelAt(dy, s);
        const float* row[Rows];
        for (long r = 0; r < Rows; ++r)
            row[r] = panel.values + (first + lesser(r, count - 1)) * panel.width;
        const long samples = lesser(kPanelSamples, dy.samples - s);
        for (long i = 0; i < samples; ++i) {
            const float* const from = rows[s + i] + column;
            Vector values[Vectors];
            for (long v = 0; v < Vectors; ++v)
                values[v] = All || v + 1 < Vectors
                                ? load(from + v * kLanes)
                                : loadSome(from + v * kLanes, columns - v * kLanes);
            for (long r = 0; r < Rows; ++r)
                for (long v = 0; v < Vectors; ++v) sum[r][v] += row[r][i] * values[v];
        }
    }
    for (long r = 0; r < count; ++r)
        for (long v = 0; v < Vectors; ++v) {
            const LearntRows at = moved(weight, first + r, column + v * kLanes);
            if (All || v + 1 < Vectors)
                move<true>(rule, at, sum[r][v], kLanes);
            else
                move<false>(rule, at, sum[r][v], columns - v * kLanes);
        }
}

template <long Vectors, bool All>
static void updateRows(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                       const float* const* rows, long first, long last, long column, long columns) {
    constexpr long kRows = tileRows(Vectors), kHalf = kRows / 2;
    for (long u = first; u < last;) {
        const long left = last - u;
        if (left > kHalf) {
            updateTile<kRows, Vectors, All>(weight, rule, dy, rows, u, lesser(left, kRows), column,
                                            columns);
            u += kRows;
        } else {
            updateTile<kHalf, Vectors, All>(weight, rule, dy, rows, u, left, column, columns);
            u += kHalf;
        }
    }
}

static void update(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                   const float* const* rows, long first, long last, long first_column,
                   long last_column) {
    for (long c = first_column; c < last_column;) {
        const long left = last_column - c;
        const long vectors = lesser(left / kLanes, kPanelVectors);
        if (vectors == 0) {
            updateRows<1, false>(weight, rule, dy, rows, first, last, c, left);
            return;
        }
        const auto columns = vectors == 1   ? updateRows<1, true>
                             : vectors == 2 ? updateRows<2, true>
                             : vectors == 3 ? updateRows<(kPanelVectors > 2 ? 3 : 1), true>
                                            : updateRows<kPanelVectors, true>;
        columns(weight, rule, dy, rows, first, last, c, vectors * kLanes);
        c += vectors * kLanes;
    }
}

/// The sum of a unit's values, lane by lane.
static Vector sumsOf(const Panels& of, long unit) {
    Vector sums{};
    for (long s = 0; s < of.samples; s += kPanelSamples) {
        const Panel panel = panelAt(of, s);
        for (long i = 0; i < panel.width; i += kLanes)
            sums += load(panel.values + unit * panel.width + i);
    }
    return sums;
}

static void updateBias(const LearntRows& bias, const UpdateRule& rule, const Panels& dy, long first,
                       long last) {
    for (long u = first; u < last; u += kLanes) {
        float sums[kLanes][kLanes] = {}, turned[kLanes][kLanes];
        const float* rows[kLanes];
        const long count = lesser(kLanes, last - u);
        for (long i = 0; i < kLanes; ++i) {
            if (i < count) store(sums[i], sumsOf(dy, u + i));
            rows[i] = sums[i];
        }
        turnBlock(rows, turned[0], kLanes);
        Vector gradient = load(turned[0]);
        for (long i = 1; i < kLanes; ++i) gradient += load(turned[i]);
        if (count == kLanes)
            move<true>(rule, moved(bias, 0, u), gradient, kLanes);
        else
            move<false>(rule, moved(bias, 0, u), gradient, count);
    }
}

}  // namespace

}  // namespace duelo
