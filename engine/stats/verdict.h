// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "stats/statistics.h"

/// Is one variant faster than another? (DMP-1 step 10.) The ratio is the candidate's speed-up,
/// time of the base / time of the candidate: above 1 the candidate is faster.
///
/// Two intervals, two uses. `ci95` is what is shown. The verdict asks more: it is the answer to one
/// of many comparisons of a session, so it rests on the interval at 99.9 %, and a FASTER or SLOWER
/// of two equal variants stays rarer than one in a hundred also with heavy tails, drift, dependent
/// rounds and two modes (tests/bench/bench_verdicts.cpp prints the table). Only what one variant
/// does during its whole run and the other never does cannot be told from a true difference.
///
/// FASTER or SLOWER: that interval excludes 1 and the ratio is 1 % or more away; or the rounds are
/// too few or too dependent for a narrow one, but all lie 20 % or more to the same side and agree.
/// SAME: that interval lies inside [0.99, 1.01]. INCONCLUSIVE: anything else, with the doubt named.
namespace duelo {

enum class Verdict { Faster, Slower, Same, Inconclusive };
/// "faster", "slower", "same", "inconclusive": as in records and resources/text.
[[nodiscard]] std::string_view verdictName(Verdict verdict);

/// Why a comparison is inconclusive; none otherwise.
enum class Doubt {
    None,
    FewRounds,  ///< too few (independent) rounds for any interval
    Wide,       ///< the interval does not exclude 1, and reaches beyond the SAME band
    Small,      ///< a difference is shown, but whether it reaches the least one that counts is not
    Drifting,   ///< the ratio itself changed during the run: there is no one ratio
    Flagged,    ///< a measurement has a flag that forbids a factor (flags::doubtful)
};
/// "few_rounds", "interval_wide", "difference_small", "ratio_drifts", "cell_flagged"; empty for
/// None.
[[nodiscard]] std::string_view doubtName(Doubt doubt);

inline constexpr double decision_confidence = 0.999;
/// Below 1 % a difference is called none: layout of memory and code moves more than that.
inline constexpr double paired_least_effect = 0.01;
/// Runs of another time or file agree with themselves to 1 % each (goal G3), so two differ by 2 %.
inline constexpr double unpaired_least_effect = 0.02;

struct RatioEstimate {
    double ratio = 0;              ///< median of base_i / candidate_i, or median / median unpaired
    std::optional<Interval> ci95;  ///< to show
    std::optional<Interval> decision;  ///< at decision_confidence
    std::size_t rounds = 0;            ///< pairs used; 0 when unpaired
    double lag1 = 0;                   ///< of the ratios in order of measurement
    /// The number of independent rounds that would have as certain a ratio; 0 when unpaired.
    double independent = 0;
    Verdict verdict = Verdict::Inconclusive;
    Doubt doubt = Doubt::FewRounds;

    /// A factor may be told: none where a measurement is flagged, however narrow its interval.
    [[nodiscard]] bool givesFactor() const { return doubt != Doubt::Flagged; }
    /// Half the width of `decision` relative to the ratio; nothing while there is none. A run that
    /// goes on until this is small stops on precision, never on significance.
    [[nodiscard]] std::optional<double> relativeHalfWidth() const;
};

/// Pairs are the same rounds of both variants, in order: the median time of the block of each. A
/// disturbance that slows a whole round cancels in its ratio. Pairs with a time that is not
/// positive and finite are left out; when the lengths differ, the first min(n) are used.
[[nodiscard]] RatioEstimate comparePaired(std::span<const double> base_ms,
                                          std::span<const double> candidate_ms);

struct MedianWithInterval {
    double median = 0;
    std::optional<Interval> ci95;
};
/// Compares results of different files or times. It is conservative: the ends of both intervals are
/// combined as [base.low / candidate.high, base.high / candidate.low], and the verdict needs 2 %.
[[nodiscard]] RatioEstimate compareUnpaired(const MedianWithInterval& base,
                                            const MedianWithInterval& candidate);

}  // namespace duelo
