// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/comparison.h"
#include "report/labels.h"

namespace duelo {

/// Two variants of a row as a race: both do the same work, and every call takes the time of a
/// sample that was recorded. Nothing is measured and nothing is made up.
struct DuelValue {
    struct Lane {
        std::string name{};
        std::string origin{};  ///< of another file: which, of when, not at the same time
        int style = 0;
        double start_s = 0;           ///< its load and first call, if they count
        std::vector<double> end_s{};  ///< when each call ends, ascending from the start of the race
        std::string told{};           ///< samples that were taken again, load and first call

        [[nodiscard]] double finish_s() const { return end_s.empty() ? 0 : end_s.back(); }
        /// Calls that have ended by then.
        [[nodiscard]] std::size_t doneAt(double s) const;
        bool operator==(const Lane&) const = default;
    };
    std::array<Lane, 2> lanes{};
    std::size_t per_call = 1;  ///< images of a call; 1 where calls are counted
    std::size_t per_tile = 1;  ///< calls of a tile
    /// Recorded seconds in a second of the replay: another than 1 where the slower lane cannot be
    /// given about 10 s by the number of calls.
    double factor = 1;
    bool can_be_cold = false, is_cold = false;  ///< with load and first call
    std::optional<std::size_t> winner{};        ///< a lane; neither this nor `doubt`: both the same
    std::optional<Reason> doubt{};              ///< why it cannot be told who wins
    std::string question{};                     ///< "Who finishes 645 images first?"
    /// That it is a replay, of what and of when. Always to be seen.
    std::string label{};
    std::string answer{};  ///< not before both lanes have ended
    NumberStyle numbers{};

    [[nodiscard]] std::size_t calls() const { return lanes.front().end_s.size(); }
    [[nodiscard]] std::size_t pieces() const { return calls() * per_call; }
    [[nodiscard]] std::size_t tiles() const { return (calls() + per_tile - 1) / per_tile; }
    [[nodiscard]] std::size_t tilesAfter(std::size_t calls_done) const;
    /// Returns when the last of both ends.
    [[nodiscard]] double finish_s() const;
    /// A time of this race, with the same decimals wherever it is told and its unit on the same
    /// line.
    [[nodiscard]] std::string secondsText(double s) const;
    bool operator==(const DuelValue&) const = default;
};

/// The columns of a row that can race each other: both have a time and the samples it is made of.
/// The pair that speaks for the row comes first.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> duelPairs(
    const Comparison& comparison, std::size_t row);

/// The race of a pair of duelPairs(). A winner is told where the ratio of the two is decided,
/// neither is doubtful (record/doubt.h) or load leaves no doubt about which is the faster
/// (ColumnRatio::loaded), and the lanes end in that order. Reasons of `doubt`: those
/// of Labels::whyNoFactor(), "duel_inconclusive" {doubt}, "duel_cold_once" where load and first
/// call decide, "duel_few_decide" where a few long samples do.
[[nodiscard]] DuelValue duelOf(const Comparison& comparison, std::size_t row, std::size_t a,
                               std::size_t b, bool with_cold, const Labels& labels);

}  // namespace duelo
