// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/training/dense_panels.h"

/// Part of dense_kernel_table.h: products of a weight and a batch that is turned.
namespace duelo {

namespace {

/// sum += a b over `depth`: a[row][k] lies at row * step + k, or Turned: row + k * step. The
/// vectors b[k] are b_step apart. Rows from `rows` on repeat the last one.
template <long Rows, long Vectors, bool Turned>
static inline void addProduct(Vector (&sum)[Rows][Vectors], const float* a, long step, long rows,
                              const float* b, long b_step, long depth) {
    const float* row[Rows];
    for (long r = 0; r < Rows; ++r) row[r] = a + lesser(r, rows - 1) * (Turned ? 1 : step);
    for (long k = 0; k < depth; ++k) {
        Vector values[Vectors];
        for (long v = 0; v < Vectors; ++v) values[v] = load(b + k * b_step + v * kLanes);
        for (long r = 0; r < Rows; ++r)
            for (long v = 0; v < Vectors; ++v)
                sum[r][v] += row[r][Turned ? k * step : k] * values[v];
    }
}

/// The last step of a tile, on its whole sums: a bias, a ReLU or a gate.
struct Whole {
    const float* bias;  ///< of the tile's first row; null: none, and `gate` counts
    bool relu;
    const float* gate;  ///< the output of a ReLU, at the tile's place; null: none
};

/// A tile of y, over all of the depth or a part of it.
template <long Rows, long Vectors, bool Turned>
static void productTile(const float* a, long step, long rows, const float* b, long width,
                        long depth, float* y, bool begins, bool ends, const Whole& whole) {
    Vector sum[Rows][Vectors];
    for (long r = 0; r < Rows; ++r)
        for (long v = 0; v < Vectors; ++v)
            sum[r][v] = begins ? Vector{} : load(y + lesser(r, rows - 1) * width + v * kLanes);
    addProduct<Rows, Vectors, Turned>(sum, a, step, rows, b, width, depth);
    for (long r = 0; r < rows; ++r)
        for (long v = 0; v < Vectors; ++v) {
            Vector value = sum[r][v];
            if (ends && whole.bias != nullptr) value += whole.bias[r];
            // A value that is no number stays one: the loss must tell it.
            if (ends && whole.relu) value = value < Vector{} ? Vector{} : value;
            if (ends && whole.gate != nullptr)
                value = load(whole.gate + r * width + v * kLanes) <= Vector{} ? Vector{} : value;
            store(y + r * width + v * kLanes, value);
        }
}

template <long Vectors, bool Turned>
static void productPanel(const float* weight, long step, const float* x, long width, long depth,
                         float* y, long first, long last, const Whole& whole) {
    constexpr long kRows = tileRows(Vectors), kHalf = kRows / 2;
    for (long k0 = 0; k0 < depth; k0 += kDepth) {
        const long here = lesser(kDepth, depth - k0);
        const bool begins = k0 == 0, ends = k0 + here == depth;
        for (long u = first; u < last;) {
            const long rows = last - u;
            const float* const a = weight + (Turned ? u + k0 * step : u * step + k0);
            const Whole at{whole.bias != nullptr ? whole.bias + u : nullptr, whole.relu,
                           whole.gate != nullptr ? whole.gate + u * width : nullptr};
            if (rows > kHalf) {
                productTile<kRows, Vectors, Turned>(a, step, lesser(rows, kRows), x + k0 * width,
                                                    width, here, y + u * width, begins, ends, at);
                u += kRows;
            } else {
                productTile<kHalf, Vectors, Turned>(a, step, rows, x + k0 * width, width, here,
                                                    y + u * width, begins, ends, at);
                u += kHalf;
            }
        }
    }
}

/// Computes units first to last - 1 of y, for those samples.
template <bool Turned>
static void product(const float* weight, long step, const Panels& x, const Panels& y, long first,
                    long last, long from_sample, long to_sample, const float* bias, bool relu,
                    const Panels* gate) {
    for (long s = from_sample / kPanelSamples * kPanelSamples; s < to_sample; s += kPanelSamples) {
        const Panel in = panelAt(x, s), out = panelAt(y, s);
        const long begin = s < from_sample ? from_sample - s : 0;
        const long count = (lesser(to_sample - s, out.width) - begin + kLanes - 1) / kLanes;
        const Whole whole{bias, relu, gate != nullptr ? panelAt(*gate, s).values + begin : nullptr};
        const auto panel = count == 1   ? productPanel<1, Turned>
                           : count == 2 ? productPanel<2, Turned>
                           : count == 3 ? productPanel<(kPanelVectors > 2 ? 3 : 1), Turned>
                                        : productPanel<kPanelVectors, Turned>;
        panel(weight, step, in.values + begin, in.width, x.units, out.values + begin, first, last,
              whole);
    }
}

static void forward(const float* weight, const float* bias, const Panels& x, const Panels& y,
                    bool relu, long first, long last, long from_sample, long to_sample) {
    product<false>(weight, x.units, x, y, first, last, from_sample, to_sample, bias, relu, nullptr);
}

static void backward(const float* weight, const Panels& dy, const Panels& x, const Panels& dx,
                     long first, long last) {
    product<true>(weight, dx.units, dy, dx, first, last, 0, dy.samples, nullptr, false, &x);
}

/// Rows of dx that are samples in one panel, and up to kPanelVectors vectors of columns; if not
/// All, the first `columns` of one.
template <long Rows, long Vectors, bool All>
static void addInputTile(const float* weight, long stride, const float* dy, long width, float* dx,
                         long rows, long units, long columns, bool begins) {
    const auto get = [columns](const float* from) {
        return All ? load(from) : loadSome(from, columns);
    };
    Vector sum[Rows][Vectors];
    for (long r = 0; r < Rows; ++r)
        for (long v = 0; v < Vectors; ++v)
            sum[r][v] = begins ? Vector{} : get(dx + lesser(r, rows - 1) * stride + v * kLanes);
    const float* row[Rows];
    for (long r = 0; r < Rows; ++r) row[r] = dy + lesser(r, rows - 1);
    for (long u = 0; u < units; ++u) {
        Vector values[Vectors];
        for (long v = 0; v < Vectors; ++v) values[v] = get(weight + u * stride + v * kLanes);
        for (long r = 0; r < Rows; ++r)
            for (long v = 0; v < Vectors; ++v) sum[r][v] += row[r][u * width] * values[v];
    }
    for (long r = 0; r < rows; ++r)
        for (long v = 0; v < Vectors; ++v)
            if (All)
                store(dx + r * stride + v * kLanes, sum[r][v]);
            else
                storeSome(dx + r * stride, sum[r][v], columns);
}

static void addInputGradient(const float* weight, long stride, const Panels& dy, float* dx,
                             long first, long last, long first_column, long last_column) {
    // As many units as a panel has inputs in product(), whose part of W then stays in the cache.
    for (long u = first; u < last; u += kDepth)
        for (long c = first_column; c < last_column;) {
            const long left = last_column - c;
            const bool whole = left >= kPanelVectors * kLanes;
            const long columns = whole ? kPanelVectors * kLanes : lesser(left, kLanes);
            constexpr long kWide = tileRows(kPanelVectors), kNarrow = tileRows(1);
            const long tile_rows = whole ? kWide : kNarrow;
            const auto tile = whole               ? addInputTile<kWide, kPanelVectors, true>
                              : columns == kLanes ? addInputTile<kNarrow, 1, true>
                                                  : addInputTile<kNarrow, 1, false>;
            for (long s = 0; s < dy.samples;) {
                const long in = s % kPanelSamples;
                const Panel panel = panelAt(dy, s - in);
                const long rows = lesser(tile_rows, lesser(dy.samples - s, kPanelSamples - in));
                tile(weight + u * stride + c, stride, panel.values + u * panel.width + in,
                     panel.width, dx + s * stride + c, rows, lesser(kDepth, last - u), columns,
                     u == 0);
                s += rows;
            }
            c += columns;
        }
}

}  // namespace

}  // namespace duelo
