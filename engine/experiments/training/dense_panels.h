// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/training/dense_kernels.h"

/// Part of dense_kernel_table.h: vectors and panels.

/// Unrolls a loop whose count is known: its sums stay in registers only if nothing is left of it.
#define DUELO_UNROLLED _Pragma("GCC unroll 16")
/// Makes a function part of its caller from the beginning, before anything else is made of it.
#define DUELO_INLINED [[gnu::always_inline]]

namespace duelo {

namespace {

#include "resources/kernels/vectors.h"

/// A panel is as wide as the sums of a tile: with 32 registers four vectors and six rows, with 16
/// two and six, which leaves some for what is multiplied. Narrower ends have more rows, so that
/// enough sums are under way.
constexpr long kPanelVectors = kLanes == 16 ? 4 : 2;
constexpr long kPanelSamples = kPanelVectors * kLanes;

constexpr long tileRows(long vectors) {
    return vectors == kPanelVectors || vectors == 3 ? 6 : 12;
}

/// Number of inputs that are summed up at once: their part of a panel stays in the first cache.
constexpr long kDepth = 128;

struct Panel {
    float* values;
    long width;  ///< from unit to unit
};

/// Returns the panel that begins at that sample.
static Panel panelAt(const Panels& of, long sample) {
    const long left = (of.samples - sample + kLanes - 1) / kLanes * kLanes;
    return {of.values + of.units * sample, lesser(left, kPanelSamples)};
}

/// Loads the first `count` numbers of a vector, and zeros behind them.
static Vector loadSome(const float* from, long count) {
    float values[kLanes] = {};
    for (long i = 0; i < count; ++i) values[i] = from[i];
    return load(values);
}

static void storeSome(float* to, Vector vector, long count) {
    float values[kLanes];
    store(values, vector);
    for (long i = 0; i < count; ++i) to[i] = values[i];
}

/// x0 y0 x1 y1 …: of the first halves of both, or of the second.
static inline Vector zipFirst(Vector x, Vector y) {
#if defined(__AVX512F__)
    return __builtin_shufflevector(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
#elif defined(__AVX2__)
    return __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
#else
    return __builtin_shufflevector(x, y, 0, 4, 1, 5);
#endif
}

static inline Vector zipSecond(Vector x, Vector y) {
#if defined(__AVX512F__)
    return __builtin_shufflevector(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
#elif defined(__AVX2__)
    return __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
#else
    return __builtin_shufflevector(x, y, 2, 6, 3, 7);
#endif
}

/// Turns kLanes by kLanes numbers. Zipping row i with row i + kLanes / 2 turns one bit of a
/// number's place from that of its row to that of its column; after all bits, rows are columns.
static void turnBlock(const float* const* from, float* to, long step) {
    Vector rows[kLanes], zipped[kLanes];
    for (long i = 0; i < kLanes; ++i) rows[i] = load(from[i]);
    for (long bit = 1; bit < kLanes; bit *= 2) {
        for (long i = 0; i < kLanes / 2; ++i) {
            zipped[2 * i] = zipFirst(rows[i], rows[i + kLanes / 2]);
            zipped[2 * i + 1] = zipSecond(rows[i], rows[i + kLanes / 2]);
        }
        for (long i = 0; i < kLanes; ++i) rows[i] = zipped[i];
    }
    for (long i = 0; i < kLanes; ++i) store(to + i * step, rows[i]);
}

/// Packs units first to last - 1 of rows[sample][unit] into a panel.
static void packPanel(const float* const* rows, long samples, const Panel& to, long first,
                      long last) {
    for (long s = 0; s < to.width; s += kLanes) {
        const float* row[kLanes];
        const long count = lesser(kLanes, samples - s);
        long u = first;
        for (; count == kLanes && u + kLanes <= last; u += kLanes) {
            for (long i = 0; i < kLanes; ++i) row[i] = rows[s + i] + u;
            turnBlock(row, to.values + u * to.width + s, to.width);
        }
        for (; u < last; ++u)
            for (long i = 0; i < kLanes; ++i)
                to.values[u * to.width + s + i] = i < count ? rows[s + i][u] : 0;
    }
}

[[maybe_unused]] static void pack(const float* const* rows, const Panels& to, long first,
                                  long last) {
    for (long s = 0; s < to.samples; s += kPanelSamples)
        packPanel(rows + s, to.samples - s, panelAt(to, s), first, last);
}

[[maybe_unused]] static void unpack(const Panels& from, float* rows, long stride, long first,
                                    long last) {
    for (long s = 0; s < from.samples; ++s) {
        const long in = s % kPanelSamples;
        const Panel panel = panelAt(from, s - in);
        long u = first;
        if (s % kLanes == 0 && s + kLanes <= from.samples)
            for (; u + kLanes <= last; u += kLanes) {
                const float* unit[kLanes];
                for (long i = 0; i < kLanes; ++i)
                    unit[i] = panel.values + (u + i) * panel.width + in;
                turnBlock(unit, rows + s * stride + u - first, stride);
            }
        else if (s - s % kLanes + kLanes <= from.samples)
            u += (last - u) / kLanes * kLanes;  // turned with the first of these samples
        for (; u < last; ++u) rows[s * stride + u - first] = panel.values[u * panel.width + in];
    }
}

}  // namespace

}  // namespace duelo
