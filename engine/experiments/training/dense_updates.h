// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/training/dense_moves.h"

/// Part of dense_kernel_table.h: gradients, and weights that move by them.
namespace duelo {

namespace {

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
    fetchTile<kKind>(weight, place, Vectors);
    Vector sum[Rows][Vectors];
    for (long r = 0; r < Rows; ++r)
        for (long v = 0; v < Vectors; ++v) sum[r][v] = Vector{};
    addGradient<Rows, Vectors, All>(sum, dy, rows, place);
    moveTile<kKind, Vectors, All>(weight, with, sum, place);
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
