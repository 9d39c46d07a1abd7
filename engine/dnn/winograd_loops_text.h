// SPDX-License-Identifier: Apache-2.0
// Included by the sources that are compiled for one kind of instructions each; nothing in here may
// have a name that objects share, so no functions of the standard library either.
#pragma once

#include <cstdint>

#include "dnn/vector_floats.h"
#include "dnn/winograd_loops.h"

namespace duelo {
namespace {

constexpr float kLowPoint = 0.70710678118654752F, kHighPoint = 1.41421356237309505F;

/// B^T d, of 4 or 2 outputs.
template <int size>
[[gnu::always_inline]] inline void ofPatch(const Floats* d, Floats* to) {
    if constexpr (size == 4) {
        to[0] = d[0] - d[2];
        to[1] = d[1] + d[2];
        to[2] = d[2] - d[1];
        to[3] = d[1] - d[3];
    } else {
        const Floats low_even = d[4] - 2.0F * d[2], low_odd = d[3] - 2.0F * d[1];
        const Floats high_even = d[4] - 0.5F * d[2], high_odd = d[3] - 0.5F * d[1];
        to[0] = d[0] - 2.5F * d[2] + d[4];
        to[1] = low_even + kLowPoint * low_odd;
        to[2] = low_even - kLowPoint * low_odd;
        to[3] = high_even + kHighPoint * high_odd;
        to[4] = high_even - kHighPoint * high_odd;
        to[5] = d[1] - 2.5F * d[3] + d[5];
    }
}

/// A^T m.
template <int size>
[[gnu::always_inline]] inline void ofSums(const Floats* m, Floats* to) {
    if constexpr (size == 4) {
        to[0] = m[0] + m[1] + m[2];
        to[1] = m[1] - m[2] - m[3];
    } else {
        const Floats low = m[1] + m[2], low_odd = m[1] - m[2];
        const Floats high = m[3] + m[4], high_odd = m[3] - m[4];
        to[0] = m[0] + low + high;
        to[1] = kLowPoint * low_odd + kHighPoint * high_odd;
        to[2] = 0.5F * low + 2.0F * high;
        to[3] = 0.5F * kLowPoint * low_odd + 2.0F * kHighPoint * high_odd + m[5];
    }
}

/// Brings near what a patch or tile behind has and this one has not, a cache line at a time.
template <int first_column, int rows, int columns, int writes>
[[gnu::always_inline]] inline void bringNear(const float* at, const MapLayout& layout) {
#pragma GCC unroll 6
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 6
        for (int j = first_column; j < columns; ++j)
            __builtin_prefetch(at + i * layout.row + j * layout.column, writes, 3);
}

/// The columns of a patch, transformed. Whole ones, or zeros where the map ends.
template <int size, bool whole>
[[gnu::always_inline]] inline void columnsOf(const WinogradPatch& p, const float* from,
                                             Floats (&to)[size][size]) {
#pragma GCC unroll 6
    for (int j = 0; j < size; ++j) {
        Floats d[size], made[size];
        const bool inside = whole || (j >= p.first_column && j < p.last_column);
#pragma GCC unroll 6
        for (int i = 0; i < size; ++i)
            d[i] = whole || (inside && i >= p.first_row && i < p.last_row)
                       ? floatsAt(from + i * p.layout.row + j * p.layout.column)
                       : Floats{};
        ofPatch<size>(d, made);
#pragma GCC unroll 6
        for (int i = 0; i < size; ++i) to[i][j] = made[i];
    }
}

template <int size>
void patchOfThisText(const WinogradPatch& p) {
    const bool whole =
        p.first_row == 0 && p.first_column == 0 && p.last_row == size && p.last_column == size;
    for (std::int64_t channel = p.first_channel; channel < p.last_channel;) {
        const std::int64_t block = channel / p.layout.block_channels;
        const std::int64_t end = (block + 1) * p.layout.block_channels;
        const std::int64_t last = end < p.last_channel ? end : p.last_channel;
        const std::int64_t offset = block * (p.layout.block - p.layout.block_channels);
        for (; channel < last; channel += kVectorLanes) {
            Floats columns[size][size];
            if (channel % 16 == 0) bringNear<2, size, size, 0>(p.next + offset + channel, p.layout);
            if (whole)
                columnsOf<size, true>(p, p.corner + offset + channel, columns);
            else
                columnsOf<size, false>(p, p.corner + offset + channel, columns);
#pragma GCC unroll 6
            for (int i = 0; i < size; ++i) {
                Floats made[size];
                ofPatch<size>(columns[i], made);
#pragma GCC unroll 6
                for (int j = 0; j < size; ++j)
                    putFloats(p.to + (i * size + j) * p.to_element + channel, made[j]);
            }
        }
    }
}

/// A row of outputs that is finished.
template <int outputs>
[[gnu::always_inline]] inline void finishRow(const WinogradTile& t, const Floats* made, Floats bias,
                                             float* to, int columns) {
#pragma GCC unroll 4
    for (int j = 0; j < outputs; ++j) {
        if (j >= columns) break;
        Floats value = made[j] + bias;
        if (t.adds) value += floatsAt(to + j * t.layout.column);
        if (t.limits) {
            // In this way round what is no number stays none.
            value = value < t.least ? Floats{} + t.least : value;
            value = value > t.most ? Floats{} + t.most : value;
        }
        putFloats(to + j * t.layout.column, value);
    }
}

template <int size>
void tileOfThisText(const WinogradTile& t) {
    constexpr int outputs = size - 2;
    for (std::int64_t channel = 0; channel < t.channels; channel += kVectorLanes) {
        const std::int64_t block = channel / t.layout.block_channels;
        const std::int64_t offset = block * (t.layout.block - t.layout.block_channels) + channel;
        Floats columns[outputs][size];
        if (channel % 16 == 0) bringNear<0, outputs, outputs, 1>(t.next + offset, t.layout);
#pragma GCC unroll 6
        for (int j = 0; j < size; ++j) {
            Floats m[size], made[outputs];
#pragma GCC unroll 6
            for (int i = 0; i < size; ++i)
                m[i] = floatsAt(t.sums + (i * size + j) * t.sums_element + channel);
            ofSums<size>(m, made);
#pragma GCC unroll 4
            for (int i = 0; i < outputs; ++i) columns[i][j] = made[i];
        }
        const Floats bias = t.bias != nullptr ? floatsAt(t.bias + channel) : Floats{};
#pragma GCC unroll 4
        for (int i = 0; i < outputs; ++i) {
            if (i >= t.rows) break;
            Floats made[outputs];
            ofSums<size>(columns[i], made);
            float* const to = t.corner + offset + i * t.layout.row;
            if (t.columns == outputs)
                finishRow<outputs>(t, made, bias, to, outputs);
            else
                finishRow<outputs>(t, made, bias, to, t.columns);
        }
    }
}

constexpr WinogradLoops kWinogradOfThisText{.lanes = kVectorLanes,
                                            .patch4 = patchOfThisText<6>,
                                            .patch2 = patchOfThisText<4>,
                                            .tile4 = tileOfThisText<6>,
                                            .tile2 = tileOfThisText<4>};

}  // namespace
}  // namespace duelo
