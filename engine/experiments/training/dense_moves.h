// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "experiments/training/dense_panels.h"

/// Part of dense_kernel_table.h: how weights move.
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

/// Fetches weights into the cache that will be moved, while their gradient is computed. GCC takes a
/// function that only fetches for one that does nothing, so it must be inlined before that.
template <Kind kKind>
DUELO_INLINED static inline void fetch(const LearntRows& weight, long place) {
    __builtin_prefetch(weight.weight + place, 1);
    if constexpr (kKind != Kind::Sgd) __builtin_prefetch(weight.first + place, 1);
    if constexpr (kKind == Kind::Adam) __builtin_prefetch(weight.second + place, 1);
}

/// The place of a tile: `count` rows from `first` on, and its columns, which fill all vectors or
/// leave the last one of them in part.
struct TilePlace {
    long first, count, column, columns;
};

template <Kind kKind, long Rows, long Vectors, bool All>
static inline void moveTile(const LearntRows& weight, const UpdateRule& with,
                            const Vector (&sum)[Rows][Vectors], const TilePlace& place) {
    const UpdateRule rule = with;  // as no one else knows it, it may stay in registers
    DUELO_UNROLLED
    for (long r = 0; r < Rows; ++r) {
        if (r >= place.count) break;
        const long by = (place.first + r) * weight.stride + place.column;
        float *const values = weight.weight + by, *const first = at(weight.first, by),
                     *const second = at(weight.second, by);
        DUELO_UNROLLED
        for (long v = 0; v < Vectors; ++v) {
            constexpr bool kWhole = All || Vectors > 1;
            move<kKind, kWhole>(rule, values + v * kLanes, at(first, v * kLanes),
                                at(second, v * kLanes), sum[r][v], place.columns - v * kLanes);
        }
    }
}

template <Kind kKind>
DUELO_INLINED static inline void fetchTile(const LearntRows& weight, const TilePlace& place,
                                           long vectors) {
    for (long r = 0; r < place.count; ++r)
        for (long v = 0; v < vectors; ++v)
            fetch<kKind>(weight, (place.first + r) * weight.stride + place.column + v * kLanes);
}

}  // namespace

}  // namespace duelo
