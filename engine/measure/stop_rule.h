// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

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

/// Decides after each round whether one variant has been measured well enough (DMP-1 step 8).
///
/// It stops on precision, never on significance, so looking at it after every round does not bias a
/// verdict. t_max wins over everything: a turn as long as the last one that would end beyond it is
/// not begun. A slow call thus has fewer samples than n_min, down to one, and says so in `unmet`.
/// Cost of a round is linear in the samples kept, which n_max bounds.
class StopRule {
public:
    explicit StopRule(const Protocol& protocol);

    /// One turn of this variant: its valid samples in order (none when all were discarded), the
    /// time the turn took with its unmeasured call, and whether the ratios of this variant are as
    /// narrow as target_half_width asks (true where there is no ratio).
    StopCause addRound(std::span<const double> samples_ms, double turn_ms,
                       bool ratios_settled = true);

    [[nodiscard]] StopCause cause() const { return m_cause; }
    /// What was not reached when it stopped, or is not yet: "samples", "rounds", "time",
    /// "precision", "ratio", in this order.
    [[nodiscard]] std::vector<std::string_view> unmet() const;
    [[nodiscard]] const MedianEstimate& estimate() const { return m_estimate; }
    [[nodiscard]] std::span<const double> samples() const { return m_samples; }
    [[nodiscard]] std::span<const double> sorted() const { return m_sorted; }
    /// The median time of each round that gave samples: what ratios are made of.
    [[nodiscard]] std::span<const double> roundMedians() const { return m_round_medians; }

private:
    void keep(std::span<const double> samples_ms);
    [[nodiscard]] bool preciseEnough() const;
    [[nodiscard]] bool widthsAreStable() const;

    Protocol m_protocol;
    std::vector<double> m_samples;
    std::vector<double> m_sorted;
    std::vector<double> m_round_medians;
    std::deque<double> m_half_widths;  ///< the last 64
    MedianEstimate m_estimate;
    double m_measured_ms = 0;
    double m_elapsed_ms = 0;
    double m_last_turn_ms = 0;
    bool m_ratios_settled = true;
    StopCause m_cause = StopCause::None;
};

}  // namespace duelo
