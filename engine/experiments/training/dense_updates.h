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

using Kind = UpdateRule::Kind;

/// Moves a vector of weights, or the first `count` of it.
template <Kind kKind, bool All>
static inline void move(const UpdateRule& rule, float* weight, float* first, float* second,
                        Vector gradient, long count) {
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
    if constexpr (kKind == Kind::Keep) {
        put(first, gradient);
    } else if constexpr (kKind == Kind::Sgd) {
        put(weight, get(weight) - rule.rate * gradient);
    } else if constexpr (kKind == Kind::Momentum) {
        const Vector pace = rule.momentum * get(first) + gradient;
        put(first, pace);
        put(weight, get(weight) - rule.rate * pace);
    } else {
        const Vector before = get(first);
        const Vector mean = before + kNew1 * (gradient - before);
        const Vector square = kBeta2 * get(second) + kNew2 * gradient * gradient;
        put(first, mean);
        put(second, square);
        put(weight, get(weight) - rule.step * mean / (rootOf(square) * rule.root + kEps));
    }
}

static inline float* at(float* values, long place) {
    return values != nullptr ? values + place : nullptr;
}

/// What will be moved comes into the cache while its gradient is computed.
template <Kind kKind>
static inline void fetch([[maybe_unused]] const LearntRows& weight, [[maybe_unused]] long place) {
#if defined(__GNUC__)
    __builtin_prefetch(weight.weight + place, 1);
    if constexpr (kKind != Kind::Sgd) __builtin_prefetch(weight.first + place, 1);
    if constexpr (kKind == Kind::Adam) __builtin_prefetch(weight.second + place, 1);
#endif
}

/// Where a tile is: `count` rows from `first` on, and its columns, which fill all vectors or leave
/// the last one of them in part.
struct TilePlace {
    long first, count, column, columns;
};

template <long Rows, long Vectors, bool All>
static inline void addGradient(Vector (&sum)[Rows][Vectors], const Panels& dy,
                               const float* const* rows, const TilePlace& place) {
    for (long s = 0; s < dy.samples; s += kPanelSamples) {
        const Panel panel = panelAt(dy, s);
        const float* row[Rows];
        for (long r = 0; r < Rows; ++r)
            row[r] = panel.values + (place.first + lesser(r, place.count - 1)) * panel.width;
        const long samples = lesser(kPanelSamples, dy.samples - s);
        for (long i = 0; i < samples; ++i) {
            const float* const from = rows[s + i] + place.column;
            Vector values[Vectors];
            for (long v = 0; v < Vectors; ++v)
                values[v] = All || v + 1 < Vectors
                                ? load(from + v * kLanes)
                                : loadSome(from + v * kLanes, place.columns - v * kLanes);
            for (long r = 0; r < Rows; ++r)
                for (long v = 0; v < Vectors; ++v) sum[r][v] += row[r][i] * values[v];
        }
    }
}

template <Kind kKind, long Rows, long Vectors, bool All>
static void updateTile(const LearntRows& weight, const UpdateRule& with, const Panels& dy,
                       const float* const* rows, const TilePlace& place) {
    for (long r = 0; r < place.count; ++r)
        for (long v = 0; v < Vectors; ++v)
            fetch<kKind>(weight, (place.first + r) * weight.stride + place.column + v * kLanes);
    Vector sum[Rows][Vectors];
    for (long r = 0; r < Rows; ++r)
        for (long v = 0; v < Vectors; ++v) sum[r][v] = Vector{};
    addGradient<Rows, Vectors, All>(sum, dy, rows, place);
    const UpdateRule rule = with;  // as no one else knows it, it may stay in registers
    for (long r = 0; r < place.count; ++r) {
        const long by = (place.first + r) * weight.stride + place.column;
        float *const values = weight.weight + by, *const first = at(weight.first, by),
                     *const second = at(weight.second, by);
        for (long v = 0; v < Vectors; ++v) {
            constexpr bool kWhole = All || Vectors > 1;
            move<kKind, kWhole>(rule, values + v * kLanes, at(first, v * kLanes),
                                at(second, v * kLanes), sum[r][v], place.columns - v * kLanes);
        }
    }
}

template <Kind kKind, long Vectors, bool All>
static void updateRows(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                       const float* const* rows, TilePlace place, long last) {
    constexpr long kRows = tileRows(Vectors), kHalf = kRows / 2;
    while (place.first < last) {
        const long left = last - place.first;
        const bool whole = left > kHalf;
        place.count = lesser(left, whole ? kRows : kHalf);
        const auto tile =
            whole ? updateTile<kKind, kRows, Vectors, All> : updateTile<kKind, kHalf, Vectors, All>;
        tile(weight, rule, dy, rows, place);
        place.first += place.count;
    }
}

template <Kind kKind>
static void updateColumns(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                          const float* const* rows, long first, long last, long first_column,
                          long last_column) {
    for (long c = first_column; c < last_column;) {
        const long left = last_column - c;
        const long vectors = lesser(left / kLanes, kPanelVectors);
        const long columns = vectors > 0 ? vectors * kLanes : left;
        const auto tiles = vectors == 0   ? updateRows<kKind, 1, false>
                           : vectors == 1 ? updateRows<kKind, 1, true>
                           : vectors == 2 ? updateRows<kKind, 2, true>
                           : vectors == 3 ? updateRows<kKind, (kPanelVectors > 2 ? 3 : 1), true>
                                          : updateRows<kKind, kPanelVectors, true>;
        tiles(weight, rule, dy, rows, {first, 0, c, columns}, last);
        c += columns;
    }
}

static void update(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                   const float* const* rows, long first, long last, long first_column,
                   long last_column) {
    const auto columns = rule.kind == Kind::Keep       ? updateColumns<Kind::Keep>
                         : rule.kind == Kind::Sgd      ? updateColumns<Kind::Sgd>
                         : rule.kind == Kind::Momentum ? updateColumns<Kind::Momentum>
                                                       : updateColumns<Kind::Adam>;
    columns(weight, rule, dy, rows, first, last, first_column, last_column);
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

template <Kind kKind>
static void updateSums(const LearntRows& bias, const UpdateRule& rule, const Panels& dy, long first,
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
        const auto some = count == kLanes ? move<kKind, true> : move<kKind, false>;
        some(rule, bias.weight + u, at(bias.first, u), at(bias.second, u), gradient, count);
    }
}

static void updateBias(const LearntRows& bias, const UpdateRule& rule, const Panels& dy, long first,
                       long last) {
    const auto sums = rule.kind == Kind::Keep       ? updateSums<Kind::Keep>
                      : rule.kind == Kind::Sgd      ? updateSums<Kind::Sgd>
                      : rule.kind == Kind::Momentum ? updateSums<Kind::Momentum>
                                                    : updateSums<Kind::Adam>;
    sums(bias, rule, dy, first, last);
}

}  // namespace

}  // namespace duelo
