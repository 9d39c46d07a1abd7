// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/training/dense_active.h"
#include "experiments/training/dense_moves.h"

/// Part of dense_kernel_table.h: gradients, and weights that move by them.
namespace duelo {

namespace {

template <long Rows, long Vectors>
static inline void clear(Vector (&sum)[Rows][Vectors]) {
    DUELO_UNROLLED
    for (long r = 0; r < Rows; ++r) {
        DUELO_UNROLLED
        for (long v = 0; v < Vectors; ++v) sum[r][v] = Vector{};
    }
}

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
            DUELO_UNROLLED
            for (long v = 0; v < Vectors; ++v)
                values[v] = All || v + 1 < Vectors
                                ? load(from + v * kLanes)
                                : loadSome(from + v * kLanes, place.columns - v * kLanes);
            DUELO_UNROLLED
            for (long r = 0; r < Rows; ++r) {
                DUELO_UNROLLED
                for (long v = 0; v < Vectors; ++v) sum[r][v] += row[r][i] * values[v];
            }
        }
    }
}

template <Kind kKind, long Rows, long Vectors, bool All>
static void updateTile(const LearntRows& weight, const UpdateRule& with, const Panels& dy,
                       const float* const* rows, const TilePlace& place) {
    fetchTile<kKind>(weight, place, Vectors);
    Vector sum[Rows][Vectors];
    clear(sum);
    addGradient<Rows, Vectors, All>(sum, dy, rows, place);
    moveTile<kKind, Rows, Vectors, All>(weight, with, sum, place);
}

/// Adds one sample's part to a whole tile: `dy` of the tile's first row, `width` from row to row.
template <long Rows, long Vectors>
DUELO_INLINED static inline void addSample(Vector (&sum)[Rows][Vectors], const float* dy,
                                           long width, const float* inputs) {
    Vector values[Vectors];
    DUELO_UNROLLED
    for (long v = 0; v < Vectors; ++v) values[v] = load(inputs + v * kLanes);
    DUELO_UNROLLED
    for (long r = 0; r < Rows; ++r) {
        DUELO_UNROLLED
        for (long v = 0; v < Vectors; ++v) sum[r][v] += dy[r * width] * values[v];
    }
}

/// Adds one panel's part to it. Every few samples, moves a vector of `moves`, as long as there are
/// any.
template <long Rows, long Vectors, typename Moves>
DUELO_INLINED static inline void addPanel(Vector (&sum)[Rows][Vectors], const float* dy, long width,
                                          const float* const* rows, long samples, long column,
                                          Moves& moves) {
    constexpr long kEach = Vectors > 2 ? 2 : 4;
    long i = 0;
    for (; i + kEach <= samples && moves.areLeft(); i += kEach) {
        DUELO_UNROLLED
        for (long j = i; j < i + kEach; ++j) addSample(sum, dy + j, width, rows[j] + column);
        moves.makeOne();
    }
    for (; i < samples; ++i) addSample(sum, dy + i, width, rows[i] + column);
}

/// The moves of a whole tile whose gradient is known, a vector at a time.
template <Kind kKind, long Rows, long Vectors>
struct TileMoves {
    const LearntRows weight;
    const UpdateRule rule;
    const float* const gradient;
    long place = 0, next = 0;  ///< of the tile that moves, and of that which will be the next one
    long made = Rows * Vectors;

    bool areLeft() const { return made < Rows * Vectors; }

    DUELO_INLINED void makeOne() {
        const long inside = made / Vectors * weight.stride + made % Vectors * kLanes;
        const long by = place + inside;
        fetch<kKind>(weight, next + inside);
        move<kKind, true>(rule, weight.weight + by, at(weight.first, by), at(weight.second, by),
                          load(gradient + made * kLanes), kLanes);
        ++made;
    }
};

/// All whole tiles from `place` on, which ends behind them. A tile moves while the gradient of the
/// next one is computed: products need not wait for roots and quotients, nor these for memory.
template <Kind kKind, long Rows, long Vectors>
static void updateWholeTiles(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                             const float* const* rows, TilePlace& place, long last) {
    alignas(64) float gradient[Rows * Vectors * kLanes];
    TileMoves<kKind, Rows, Vectors> moves{weight, rule, gradient};
    for (; last - place.first >= Rows; place.first += Rows) {
        moves.next = place.first * weight.stride + place.column;
        Vector sum[Rows][Vectors];
        clear(sum);
        for (long s = 0; s < dy.samples; s += kPanelSamples) {
            const Panel panel = panelAt(dy, s);
            const float* const from = panel.values + place.first * panel.width;
            const long samples = lesser(kPanelSamples, dy.samples - s);
            if (panel.width == kPanelSamples)  // known when this is compiled
                addPanel(sum, from, kPanelSamples, rows + s, samples, place.column, moves);
            else
                addPanel(sum, from, panel.width, rows + s, samples, place.column, moves);
        }
        while (moves.areLeft()) moves.makeOne();
        DUELO_UNROLLED
        for (long r = 0; r < Rows; ++r) {
            DUELO_UNROLLED
            for (long v = 0; v < Vectors; ++v)
                store(gradient + (r * Vectors + v) * kLanes, sum[r][v]);
        }
        moves.place = moves.next;
        moves.made = 0;
    }
    while (moves.areLeft()) moves.makeOne();
}

template <Kind kKind, long Vectors, bool All>
static void updateRows(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                       const float* const* rows, TilePlace place, long last) {
    constexpr long kRows = tileRows(Vectors), kHalf = kRows / 2;
    if constexpr (kLanes == 16 && Vectors == kPanelVectors)  // with 16 registers none is left
        updateWholeTiles<kKind, kRows, Vectors>(weight, rule, dy, rows, place, last);
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
static void updateAllSamples(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
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

template <Kind kKind>
static void updateColumns(const LearntRows& weight, const UpdateRule& rule, const Panels& dy,
                          const float* const* rows, long first, long last, long first_column,
                          long last_column) {
    const long columns = (last_column - first_column) / kActiveColumns * kActiveColumns;
    ActiveSamples active(dy);
    const long most = active.mostUnits();
    if (columns > 0 && most > 0) {
        const bool many = dy.samples * kActiveColumns > kFirstCacheValues;
        const long percent = many ? kMostActivePercentOfMany : kMostActivePercent;
        for (long u = first; u < last; u += most) {
            const long end = lesser(last, u + most);
            const bool few = 100 * active.find(dy, u, end) < percent * (end - u) * dy.samples;
            if (few)
                updateActiveColumns<kKind>(weight, rule, dy, rows, u, end, first_column, columns,
                                           active);
            updateAllSamples<kKind>(weight, rule, dy, rows, u, end,
                                    first_column + (few ? columns : 0), last_column);
        }
        return;
    }
    updateAllSamples<kKind>(weight, rule, dy, rows, first, last, first_column, last_column);
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
