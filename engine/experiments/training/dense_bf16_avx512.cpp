// SPDX-License-Identifier: Apache-2.0
// Compiled for AVX-512 with bf16; as in dense_kernel_table.h, nothing here may be linked to from
// another source.
#include <immintrin.h>

#include "experiments/training/dense_bf16.h"
#include "experiments/training/dense_moves.h"

namespace duelo {

extern const Bf16Kernels kDenseBf16Avx512;

namespace {

typedef unsigned Words __attribute__((vector_size(4 * kLanes)));

/// Number of inputs that are summed up at once: their pairs in a panel stay in the first cache.
constexpr long kPairedDepth = 256;

static Words pairsOf(Vector even, Vector odd) {
    const auto words = [](Vector values) {
        const auto halves = reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(values));
        return reinterpret_cast<Words>(_mm512_maskz_cvtepu16_epi32(0xffff, halves));
    };
    return words(even) | words(odd) << 16U;
}

static Words loadPairs(const Bf16Pair* from) {
    Words pairs;
    __builtin_memcpy(&pairs, from, sizeof pairs);
    return pairs;
}

static void storePairs(Bf16Pair* to, Words pairs, long count) {
    __builtin_memcpy(to, &pairs, static_cast<unsigned long>(count) * sizeof(Bf16Pair));
}

/// Writes `count` numbers as pairs, with zeros up to a whole vector.
static void pairRow(const float* from, Bf16Pair* to, long count) {
    for (long k = 0; k < count; k += kLanes) {
        const Vector values = k + kLanes <= count ? load(from + k) : loadSome(from + k, count - k);
        const auto halves = _mm512_cvtneps_pbh(values);
        __builtin_memcpy(to + k / 2, &halves, sizeof halves);
    }
}

static inline Vector addPairs(Vector sum, Words x, Bf16Pair y) {
    const Words both = Words{} + y;
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(both), reinterpret_cast<__m512bh>(x));
}

static void pairUnits(const Panels& from, Bf16Pair* to, long first, long last) {
    const long pairs = (from.units + 1) / 2;
    for (long s = 0; s < from.samples; s += kPanelSamples) {
        const Panel panel = panelAt(from, s);
        for (long u = first; u < last; u += 2)
            for (long i = 0; i < panel.width; i += kLanes) {
                const float* const even = panel.values + u * panel.width + i;
                const Vector odd = u + 1 < from.units ? load(even + panel.width) : Vector{};
                storePairs(to + pairs * s + u / 2 * panel.width + i, pairsOf(load(even), odd),
                           kLanes);
            }
    }
}

static void pairSamples(const float* const* rows, long samples, Bf16Pair* to, long units,
                        long first, long last) {
    for (long s = 0; s < samples; s += 2)
        for (long u = first; u < last; u += kLanes) {
            const long count = lesser(kLanes, last - u);
            const auto get = [&](const float* row) {
                return count == kLanes ? load(row + u) : loadSome(row + u, count);
            };
            const Vector odd = s + 1 < samples ? get(rows[s + 1]) : Vector{};
            storePairs(to + s / 2 * units + u, pairsOf(get(rows[s]), odd), count);
        }
}

static void pairInside(const Panels& from, Bf16Pair* to, long first, long last) {
    for (long s = 0; s < from.samples; s += kPanelSamples) {
        const Panel panel = panelAt(from, s);
        for (long u = first; u < last; ++u)
            pairRow(panel.values + u * panel.width, to + (from.units * s + u * panel.width) / 2,
                    panel.width);
    }
}

/// sum += a b: of each row of a, and of b, `pairs` pairs.
template <long Rows, long Vectors, typename PairOf, typename Get>
static inline void addPaired(Vector (&sum)[Rows][Vectors], long pairs, const PairOf& pair,
                             const Get& get) {
    for (long k = 0; k < pairs; ++k) {
        Words values[Vectors];
        for (long v = 0; v < Vectors; ++v) values[v] = get(k, v);
        for (long r = 0; r < Rows; ++r)
            for (long v = 0; v < Vectors; ++v)
                sum[r][v] = addPairs(sum[r][v], values[v], pair(r, k));
    }
}

struct Tile {
    const float* weight;  ///< of its first row, at the part of the depth that is summed up
    const float* bias;
    long step, rows, depth;
    bool begins, ends, relu;
};

template <long Rows, long Vectors>
static void forwardTile(const Tile& tile, const Bf16Pair* x, float* y, long width) {
    Bf16Pair a[Rows][kPairedDepth / 2];
    for (long r = 0; r < tile.rows; ++r) pairRow(tile.weight + r * tile.step, a[r], tile.depth);
    for (long r = tile.rows; r < Rows; ++r) __builtin_memcpy(a[r], a[tile.rows - 1], sizeof a[r]);
    Vector sum[Rows][Vectors];
    for (long r = 0; r < Rows; ++r)
        for (long v = 0; v < Vectors; ++v)
            sum[r][v] =
                tile.begins ? Vector{} : load(y + lesser(r, tile.rows - 1) * width + v * kLanes);
    addPaired<Rows, Vectors>(
        sum, (tile.depth + 1) / 2, [&](long r, long k) { return a[r][k]; },
        [&](long k, long v) { return loadPairs(x + k * width + v * kLanes); });
    for (long r = 0; r < tile.rows; ++r)
        for (long v = 0; v < Vectors; ++v) {
            Vector value = sum[r][v];
            if (tile.ends) value += tile.bias[r];
            if (tile.ends && tile.relu) value = value < Vector{} ? Vector{} : value;
            store(y + r * width + v * kLanes, value);
        }
}

template <long Vectors>
static void forwardPanel(const float* weight, const float* bias, const Bf16Pair* x, long inputs,
                         float* y, long width, bool relu, long first, long last) {
    constexpr long kRows = tileRows(Vectors);
    for (long k = 0; k < inputs; k += kPairedDepth)
        for (long u = first; u < last; u += kRows) {
            const long depth = lesser(kPairedDepth, inputs - k);
            const Tile tile{weight + u * inputs + k, bias + u, inputs,
                            lesser(kRows, last - u), depth,    k == 0,
                            k + depth == inputs,     relu};
            forwardTile<kRows, Vectors>(tile, x + k / 2 * width, y + u * width, width);
        }
}

static void forward(const float* weight, const float* bias, const Panels& x,
                    const Bf16Pair* x_pairs, const Panels& y, bool relu, long first, long last) {
    for (long s = 0; s < y.samples; s += kPanelSamples) {
        const Panel out = panelAt(y, s);
        const long vectors = out.width / kLanes;
        const auto panel = vectors == 1   ? forwardPanel<1>
                           : vectors == 2 ? forwardPanel<2>
                           : vectors == 3 ? forwardPanel<3>
                                          : forwardPanel<4>;
        panel(weight, bias, x_pairs + (x.units + 1) / 2 * s, x.units, out.values, out.width, relu,
              first, last);
    }
}

/// Some columns of some rows of a weight, as pairs of rows; all tiles of samples use the same.
struct PairedRows {
    Bf16Pair pairs[kDepth / 2][kPanelSamples];
    long count = 0;

    PairedRows(const float* weight, long stride, long rows, long columns) {
        const auto get = [&](long row, long column) {
            const float* const at = weight + row * stride + column;
            if (row >= rows) return Vector{};
            return column + kLanes <= columns ? load(at) : loadSome(at, columns - column);
        };
        for (; 2 * count < rows; ++count)
            for (long c = 0; c < columns; c += kLanes)
                storePairs(pairs[count] + c, pairsOf(get(2 * count, c), get(2 * count + 1, c)),
                           kLanes);
    }
};

template <long Rows, long Vectors, bool All>
static void addInputTile(const PairedRows& weight, const Bf16Pair* dy, long step, float* dx,
                         long stride, long rows, long columns, bool begins) {
    const auto at = [&](long r, long v) { return dx + r * stride + v * kLanes; };
    Vector sum[Rows][Vectors];
    for (long r = 0; r < Rows; ++r)
        for (long v = 0; v < Vectors; ++v)
            sum[r][v] = begins || r >= rows ? Vector{}
                        : All               ? load(at(r, v))
                                            : loadSome(at(r, v), columns);
    addPaired<Rows, Vectors>(
        sum, weight.count, [&](long r, long k) { return dy[k * step + lesser(r, rows - 1)]; },
        [&](long k, long v) { return loadPairs(weight.pairs[k] + v * kLanes); });
    for (long r = 0; r < rows; ++r)
        for (long v = 0; v < Vectors; ++v)
            if (All)
                store(at(r, v), sum[r][v]);
            else
                storeSome(at(r, v), sum[r][v], columns);
}

static void addInputGradient(const float* weight, long stride, const Panels& dy,
                             const Bf16Pair* dy_pairs, float* dx, long first, long last,
                             long first_column, long last_column) {
    for (long u = first; u < last; u += kDepth)
        for (long c = first_column; c < last_column;) {
            const long left = last_column - c;
            const bool wide = left >= kPanelSamples;
            const long columns = wide ? kPanelSamples : lesser(left, kLanes);
            constexpr long kWide = tileRows(kPanelVectors), kNarrow = tileRows(1);
            const auto tile = wide                ? addInputTile<kWide, kPanelVectors, true>
                              : columns == kLanes ? addInputTile<kNarrow, 1, true>
                                                  : addInputTile<kNarrow, 1, false>;
            const PairedRows rows(weight + u * stride + c, stride, lesser(kDepth, last - u),
                                  columns);
            for (long s = 0; s < dy.samples;) {
                const long in = s % kPanelSamples;
                const long width = panelAt(dy, s - in).width;
                const long samples =
                    lesser(wide ? kWide : kNarrow, lesser(dy.samples - s, kPanelSamples - in));
                tile(rows, dy_pairs + (dy.units + 1) / 2 * (s - in) + u / 2 * width + in, width,
                     dx + s * stride + c, stride, samples, columns, u == 0);
                s += samples;
            }
            c += columns;
        }
}

/// Factors that a tile of a gradient is made of.
struct Paired {
    const Panels& dy;
    const Bf16Pair *dy_pairs, *rows;
    long units_of_rows;
};

template <Kind kKind, long Rows, long Vectors, bool All>
static void updateTile(const LearntRows& weight, const UpdateRule& rule, const Paired& from,
                       const TilePlace& place) {
    fetchTile<kKind>(weight, place, Vectors);
    Vector sum[Rows][Vectors];
    for (long r = 0; r < Rows; ++r)
        for (long v = 0; v < Vectors; ++v) sum[r][v] = Vector{};
    for (long s = 0; s < from.dy.samples; s += kPanelSamples) {
        const long width = panelAt(from.dy, s).width;
        const Bf16Pair* row[Rows];
        for (long r = 0; r < Rows; ++r)
            row[r] = from.dy_pairs +
                     (from.dy.units * s + (place.first + lesser(r, place.count - 1)) * width) / 2;
        const Bf16Pair* const inputs = from.rows + s / 2 * from.units_of_rows + place.column;
        addPaired<Rows, Vectors>(
            sum, (lesser(kPanelSamples, from.dy.samples - s) + 1) / 2,
            [&](long r, long k) { return row[r][k]; },
            [&](long k, long v) {
                const Bf16Pair* const at = inputs + k * from.units_of_rows + v * kLanes;
                if (All) return loadPairs(at);
                Words some{};
                __builtin_memcpy(&some, at,
                                 static_cast<unsigned long>(place.columns) * sizeof(Bf16Pair));
                return some;
            });
    }
    moveTile<kKind, Rows, Vectors, All>(weight, rule, sum, place);
}

template <Kind kKind>
static void updateColumns(const LearntRows& weight, const UpdateRule& rule, const Paired& from,
                          long first, long last, long first_column, long last_column) {
    for (long c = first_column; c < last_column;) {
        const long left = last_column - c;
        const bool wide = left >= kPanelSamples;
        const long columns = wide ? kPanelSamples : lesser(left, kLanes);
        const long rows = tileRows(wide ? kPanelVectors : 1);
        const auto tile = wide ? updateTile<kKind, tileRows(kPanelVectors), kPanelVectors, true>
                          : columns == kLanes ? updateTile<kKind, tileRows(1), 1, true>
                                              : updateTile<kKind, tileRows(1), 1, false>;
        for (long u = first; u < last; u += rows)
            tile(weight, rule, from, {u, lesser(rows, last - u), c, columns});
        c += columns;
    }
}

static void update(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                   const Bf16Pair* dy_pairs, const Bf16Pair* rows, long units_of_rows, long first,
                   long last, long first_column, long last_column) {
    const auto columns = rule.kind == Kind::Keep       ? updateColumns<Kind::Keep>
                         : rule.kind == Kind::Sgd      ? updateColumns<Kind::Sgd>
                         : rule.kind == Kind::Momentum ? updateColumns<Kind::Momentum>
                                                       : updateColumns<Kind::Adam>;
    columns(weight, rule, {dy, dy_pairs, rows, units_of_rows}, first, last, first_column,
            last_column);
}

}  // namespace

constinit const Bf16Kernels kDenseBf16Avx512{.instructions = "avx512_bf16",
                                             .pairUnits = pairUnits,
                                             .pairSamples = pairSamples,
                                             .pairInside = pairInside,
                                             .forward = forward,
                                             .addInputGradient = addInputGradient,
                                             .update = update};

}  // namespace duelo
