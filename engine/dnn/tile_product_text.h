// SPDX-License-Identifier: Apache-2.0
// Included by the sources that are compiled for one kind of instructions each; nothing in here may
// have a name that objects share, so no functions of the standard library either.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __AVX512BF16__
#include <immintrin.h>
#endif

#include "dnn/bf16.h"
#include "dnn/tile_product.h"
#include "dnn/vector_floats.h"

namespace duelo {
namespace {

#ifdef __AVX512F__
constexpr int kTileVectors = 4;  // 24 sums in 32 registers
#else
constexpr int kTileVectors = 2;  // 12 in 16
#endif

/// One word of a row times one of each column.
[[gnu::always_inline]] inline Floats plusProducts(Floats sums, const float* word, Floats columns) {
#ifdef __AVX512BF16__
    using Pairs [[gnu::vector_size(4 * kVectorLanes)]] = int;
    int pair = 0;
    __builtin_memcpy(&pair, word, sizeof pair);
    return _mm512_dpbf16_ps(sums, __builtin_bit_cast(__m512bh, Pairs{} + pair),
                            __builtin_bit_cast(__m512bh, columns));
#else
    return sums + *word * columns;
#endif
}

/// The precision of the rows.
#ifdef __AVX512BF16__
using TileValue = Bf16;
[[gnu::always_inline]] inline Floats valuesAt(const Bf16* from) {
    using Halves [[gnu::vector_size(2 * kVectorLanes)]] = Bf16;
    using Words [[gnu::vector_size(4 * kVectorLanes)]] = std::uint32_t;
    Halves halves;
    __builtin_memcpy(&halves, from, sizeof halves);
    return __builtin_bit_cast(Floats, __builtin_convertvector(halves, Words) << 16);
}
[[gnu::always_inline]] inline void putValues(Bf16* to, Floats values) {
    const __m256bh halves = _mm512_cvtneps_pbh(__builtin_bit_cast(__m512, values));
    __builtin_memcpy(to, &halves, sizeof halves);
}
#else
using TileValue = float;
[[gnu::always_inline]] inline Floats valuesAt(const float* from) {
    return floatsAt(from);
}
[[gnu::always_inline]] inline void putValues(float* to, Floats values) {
    putFloats(to, values);
}
#endif

[[gnu::always_inline]] inline void finishSums(const TileEnd& end, int row, std::int64_t column,
                                              Floats sums) {
    TileValue* const to = static_cast<TileValue*>(end.to) + row * end.to_stride + column;
    const Floats least = Floats{} + end.least, most = Floats{} + end.most;
    sums += floatsAt(end.bias + column);
    if (end.adds) sums += valuesAt(to);
    sums = sums < least ? least : sums;
    putValues(to, sums > most ? most : sums);
}

template <int row_count, int vectors>
void tile(const TileProduct& p, std::int64_t first_column) {
    const auto* row = static_cast<const float*>(p.rows);
    const float* panel = static_cast<const float*>(p.panel) + first_column;
    float* const to = p.sums + first_column;
    const std::byte *next = p.next, *next_rows = p.next_rows;
    Floats sums[row_count][vectors];
#pragma GCC unroll 8
    for (int r = 0; r < row_count; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            sums[r][v] = p.adds ? floatsAt(to + r * p.sums_stride + v * kVectorLanes) : Floats{};
    const auto step = [&](std::int64_t word) __attribute__((always_inline)) {
        Floats columns[vectors];
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            columns[v] = floatsAt(panel + word * p.panel_words + v * kVectorLanes);
#pragma GCC unroll 8
        for (int r = 0; r < row_count; ++r)
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                sums[r][v] = plusProducts(sums[r][v], row + r * p.row_words + word, columns[v]);
    };
    for (std::int64_t run = 0; run < p.runs; ++run) {
        std::int64_t left = p.words;
        for (; left >= 4; left -= 4) {
            for (std::int64_t line = 0; line < p.next_lines; ++line, next += 64)
                __builtin_prefetch(next, 0, 2);
            for (std::int64_t line = 0; line < p.next_row_lines; ++line, next_rows += 64)
                __builtin_prefetch(next_rows, 0, 3);
            step(0);
            step(1);
            step(2);
            step(3);
            row += 4;
            panel += 4 * p.panel_words;
        }
        for (std::int64_t word = 0; word < left; ++word) step(word);
        row += p.run_words - p.words + left;
        panel += left * p.panel_words;
    }
    if (p.end) {
        const TileEnd end = *p.end;
#pragma GCC unroll 8
        for (int r = 0; r < row_count; ++r)
#pragma GCC unroll 4
            for (int v = 0; v < vectors; ++v)
                finishSums(end, r, first_column + v * kVectorLanes, sums[r][v]);
        return;
    }
#pragma GCC unroll 8
    for (int r = 0; r < row_count; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
            putFloats(to + r * p.sums_stride + v * kVectorLanes, sums[r][v]);
}

template <int row_count>
void tilesOfRows(const TileProduct& p) {
    constexpr std::int64_t most = std::int64_t{kTileVectors} * kVectorLanes;
    std::int64_t column = 0;
    for (; column + most <= p.columns; column += most) tile<row_count, kTileVectors>(p, column);
    // Sixteen columns are whole tiles of narrower vectors.
    if constexpr (most > 16) {
        const std::int64_t vectors = (p.columns - column) / kVectorLanes;
        if (vectors == 1) tile<row_count, 1>(p, column);
        if (vectors == 2) tile<row_count, 2>(p, column);
        if (vectors == 3) tile<row_count, 3>(p, column);
    }
}

void multiplyTileOfThisText(const TileProduct& p) {
    switch (p.row_count) {
        case 1:
            return tilesOfRows<1>(p);
        case 2:
            return tilesOfRows<2>(p);
        case 3:
            return tilesOfRows<3>(p);
        case 4:
            return tilesOfRows<4>(p);
        case 5:
            return tilesOfRows<5>(p);
        default:
            return tilesOfRows<kTileRows>(p);
    }
}

}  // namespace
}  // namespace duelo
