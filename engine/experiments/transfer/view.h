// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/view.h"
#include "stats/latency_fit.h"

namespace duelo {

/// Times and rates over the size of the copy, the line of start and rate through them, and what it
/// leaves; on a CPU also the rate that each cache allows.
[[nodiscard]] const View& transferView();

/// Shows one work step by step, on a GPU with memory of its own and on one that shares the
/// processor's.
[[nodiscard]] Lesson memoryLesson();

/// The time of one size in a variant.
struct TimedCopy {
    double bytes = 0, ms = 0;
    std::optional<Interval> ci95_ms{};
    bool final = true;    ///< false: still measuring
    std::size_t row = 0;  ///< of the comparison

    /// "GB/s" of the bytes that arrive, each counted once.
    [[nodiscard]] double gigabytesPerS() const { return bytes / ms / 1e6; }
    [[nodiscard]] std::optional<Interval> rateInterval() const {
        return ci95_ms ? std::optional(
                             Interval{bytes / ci95_ms->high / 1e6, bytes / ci95_ms->low / 1e6})
                       : std::nullopt;
    }
};
/// Tells whether a variant hands memory over in place of copying it.
[[nodiscard]] bool isHandedOver(const Params& variant);
/// Returns the copies of a column of what is shown, by ascending size; none where it copies
/// nothing.
[[nodiscard]] std::vector<TimedCopy> copiesOf(const Shown& shown, std::size_t column);
/// Returns the fit through the copies that are final.
[[nodiscard]] std::optional<LatencyFit> fitOf(const std::vector<TimedCopy>& copies);
/// The most that a fit may be off any time that it was made of. Only up to that it is drawn and its
/// start and rate are told.
inline constexpr double kLawTolerance = 0.15;
[[nodiscard]] inline bool isLaw(const LatencyFit& fit) {
    return fit.residue <= kLawTolerance;
}

/// The rate where both blocks of a copy just fit into the caches of a level, and not into those
/// before it; level 0: where they are four times as large as all caches (as STREAM asks).
struct CacheStep {
    int level = 0;
    double cache_bytes = 0;  ///< of all threads together
    TimedCopy copy{};
};
/// Returns the steps of a column of the CPU, as far as its machine tells its caches.
[[nodiscard]] std::vector<CacheStep> cacheStepsOf(const Shown& shown, std::size_t column);
/// Says each of them in a line.
[[nodiscard]] std::vector<std::string> cacheLines(const Shown& shown, std::size_t column);

/// A copy and a kernel in two streams, and each of them by itself.
struct Overlap {
    double both_ms = 0, copy_ms = 0, compute_ms = 0;

    /// Returns what the two save together, as a share of the shorter one: 1 is all of it.
    [[nodiscard]] double hidden() const;
};
/// Returns the overlap of a cell; nothing where the copy has nothing beside it.
[[nodiscard]] std::optional<Overlap> overlapOf(const ReportCell& cell);

/// Returns a sentence: the start and the rate of a variant, or that there are none.
[[nodiscard]] std::string lawText(const LatencyFit& fit, const Labels& labels, std::size_t column);
/// Returns the text `key` with the figures of the fit: "t = 0.41 µs + size / 12.3 GB/s".
[[nodiscard]] std::string fitText(const char* key, const LatencyFit& fit, const Labels& labels,
                                  std::size_t column);

[[nodiscard]] std::vector<CardValue> transferCards(const Shown& shown);
[[nodiscard]] std::vector<ChartValue> transferRateCharts(const Shown& shown);
[[nodiscard]] std::vector<ChartValue> transferResidueCharts(const Shown& shown);

}  // namespace duelo
