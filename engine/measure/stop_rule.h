// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string_view>
#include <vector>

#include "measure/sample_log.h"
#include "plan/protocol.h"
#include "stats/statistics.h"

namespace duelo {

enum class StopCause {
    None,         ///< keep going
    Precision,    ///< enough samples and time, interval narrow enough
    StableNoisy,  ///< the interval has stopped narrowing: more of the same would not help
    TimeLimit,    ///< t_max is used up, or another turn would not fit into it
    SampleLimit,  ///< n_max samples are kept
};

/// The samples that a cell is measured to at least: those of the preset, and where a 99th
/// percentile is promised as many as that takes. Blocks of calls have no percentiles.
[[nodiscard]] std::size_t leastSamples(const Protocol& protocol, int calls_per_sample);

/// The time that the cells of a standard run take beyond their preset, all together, so that a 99th
/// percentile can be told of calls that are not short.
inline constexpr double kTailsMs = 30000;

/// Returns the protocol with a 99th percentile promised, and with the time for its calls, where
/// these take no more than `left_ms` beyond what standard takes anyway: that is taken from it.
/// Elsewhere, and of another preset, the same protocol. `call_ms`: a single call, timed by itself;
/// `wake_ms`: the unmeasured calls of a turn.
[[nodiscard]] Protocol withTail(Protocol protocol, double call_ms, double wake_ms, double& left_ms);

/// Decides after each round whether one variant has been measured well enough (DMP-1 step 8).
///
/// It stops on precision, never on significance, so looking at it after every round does not bias a
/// verdict. t_max wins over everything: a turn as long as the last one that would end beyond it is
/// not begun. A slow call thus has fewer samples than asked for, down to one, and says so in
/// `unmet`. Cost of a round is linear in the samples kept, which n_max bounds.
class StopRule {
public:
    explicit StopRule(const Protocol& protocol, int calls_per_sample = 1);

    /// Judges after a round of this variant was closed in its log. `turn_ms`: the time that its
    /// turn took with its unmeasured call; `ratios_settled`: the ratios of this variant are as
    /// narrow as target_half_width asks (true where there is no ratio).
    StopCause judge(const SampleLog& log, double turn_ms, bool ratios_settled = true);

    /// Returns the most samples that may count.
    [[nodiscard]] std::size_t most() const { return m_protocol.n_max; }
    [[nodiscard]] StopCause cause() const { return m_cause; }
    /// Returns the aims that were not reached when it stopped, or are not yet: "samples", "rounds",
    /// "time", "precision", "ratio", in this order.
    [[nodiscard]] std::vector<std::string_view> unmet() const;
    /// Returns the estimate from the samples that count.
    [[nodiscard]] const MedianEstimate& estimate() const { return m_estimate; }

private:
    [[nodiscard]] bool preciseEnough() const;
    [[nodiscard]] bool widthsAreStable() const;

    Protocol m_protocol;
    const std::size_t m_least;         ///< samples
    std::size_t m_samples = 0;         ///< that count
    std::size_t m_rounds = 0;          ///< that count, of each process as many
    std::deque<double> m_half_widths;  ///< the last 64
    MedianEstimate m_estimate;
    double m_measured_ms = 0;
    double m_elapsed_ms = 0;
    double m_last_turn_ms = 0;
    bool m_ratios_settled = true;
    StopCause m_cause = StopCause::None;
};

}  // namespace duelo
