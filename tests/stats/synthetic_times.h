// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "../measure/added_round.h"
#include "plan/protocol.h"
#include "stats/statistics.h"
#include "stats/verdict.h"

/// Times of two variants as a machine could give them, with a difference that is known: what the
/// verdicts are judged by (G25).
namespace duelo::test {

struct Scenario {
    const char* name = "";
    double noise = 0.01;        ///< sigma of log(time) of each call
    double hiccup_share = 0;    ///< calls with a Pareto addition (heavy tail)
    double hiccup_shape = 1.2;  ///< its shape: the mean exists, the variance does not
    double drift = 0;           ///< of both, relative, over 60 rounds
    double correlation = 0;     ///< AR(1) of the level from round to round
    double level_sigma = 0;     ///< its standard deviation
    bool shared_level = false;  ///< the machine's, not the variant's
    double slow_share = 0;      ///< second mode
    double slow_factor = 0.10;  ///< that much slower
    double stickiness = 0;      ///< probability to keep the mode for the next round; 0: per call
    bool shared_mode = false;
    double step = 0;         ///< of each variant, at a moment of its own inside the run
    double least_power = 0;  ///< at 2 % effect, independent_rounds of five calls; 0: not demanded
    bool told_apart = true;  ///< false: a known limit, reported only
};

/// The share of comparisons of two equal variants that may end in FASTER or SLOWER, in every
/// scenario that can be told apart (G25, Y-11).
inline constexpr double most_false = 0.001;
/// The number of rounds of independent noise of 1 % a call that show an effect of 2 % (G25).
inline constexpr std::size_t independent_rounds = 100;

inline constexpr std::array scenarios = {
    Scenario{.name = "lognormal 1 %", .least_power = 0.95},
    Scenario{.name = "lognormal 2 %", .noise = 0.02},
    Scenario{.name = "lognormal 5 %", .noise = 0.05},
    Scenario{.name = "heavy tail", .noise = 0.01, .hiccup_share = 0.10, .least_power = 0.90},
    Scenario{.name = "drift 10 %, both", .drift = 0.10, .least_power = 0.95},
    Scenario{.name = "AR(1) 0.8, machine",
             .correlation = 0.8,
             .level_sigma = 0.03,
             .shared_level = true,
             .least_power = 0.95},
    Scenario{.name = "AR(1) 0.5, each", .correlation = 0.5, .level_sigma = 0.02},
    Scenario{.name = "AR(1) 0.8, each", .correlation = 0.8, .level_sigma = 0.02},
    Scenario{.name = "AR(1) 0.9, each", .correlation = 0.9, .level_sigma = 0.02},
    Scenario{.name = "AR(1) 0.95, each", .correlation = 0.95, .level_sigma = 0.02},
    Scenario{
        .name = "AR(1) 0.95, each, below the noise", .correlation = 0.95, .level_sigma = 0.006},
    Scenario{.name = "AR(1) 0.95, each, far", .correlation = 0.95, .level_sigma = 0.05},
    Scenario{.name = "one step of 5 %, each", .step = 0.05},
    Scenario{.name = "one step of 5 %, each, noise 2 %", .noise = 0.02, .step = 0.05},
    Scenario{.name = "two modes, by call", .slow_share = 0.3},
    Scenario{.name = "two modes, held, machine",
             .slow_share = 0.5,
             .stickiness = 0.8,
             .shared_mode = true,
             .least_power = 0.95},
    // What holds for nearly a whole run looks like a true difference.
    Scenario{
        .name = "two modes, held, each", .slow_share = 0.3, .stickiness = 0.8, .told_apart = false},
    Scenario{.name = "two modes, long held, each",
             .slow_share = 0.3,
             .stickiness = 0.95,
             .told_apart = false},
};

/// P[Binomial(n, p) <= k], summed term by term.
inline double binomialAtMost(std::size_t n, std::size_t k, double p) {
    if (p <= 0) return 1;
    if (p >= 1) return k >= n ? 1 : 0;
    double log_term = static_cast<double>(n) * std::log1p(-p);
    double sum = std::exp(log_term);
    for (std::size_t i = 1; i <= k; ++i) {
        log_term += std::log(static_cast<double>(n - i + 1) / static_cast<double>(i)) +
                    std::log(p) - std::log1p(-p);
        sum += std::exp(log_term);
    }
    return std::min(sum, 1.0);
}

/// The exact 95 % interval of a share of which k of n were seen (Clopper and Pearson 1934).
inline Interval exactInterval(std::size_t k, std::size_t n) {
    const auto solve = [](auto isBelow) {
        double low = 0, high = 1;
        for (int i = 0; i < 60; ++i) {
            const double middle = (low + high) / 2;
            (isBelow(middle) ? low : high) = middle;
        }
        return low;
    };
    return {k == 0 ? 0 : solve([&](double p) { return 1 - binomialAtMost(n, k - 1, p) < 0.025; }),
            k == n ? 1 : solve([&](double p) { return binomialAtMost(n, k, p) > 0.025; })};
}

class TwoVariants {
public:
    /// A step lies between the first of `rounds` and the last.
    TwoVariants(const Scenario& scenario, double call_ms, double effect, std::uint32_t seed,
                std::size_t rounds = 20)
        : m_scenario(scenario), m_call_ms{call_ms, call_ms / (1 + effect)}, m_random(seed) {
        for (std::size_t side : {0, 1}) {
            m_step_at[side] = std::floor(1 + m_uniform(m_random) * static_cast<double>(rounds - 1));
            m_level[side] = m_normal(m_random);
            m_slow[side] = chance(m_scenario.slow_share);
        }
    }

    /// The times of one round, `calls` of each variant, in random order: base, candidate.
    std::array<std::vector<double>, 2> round(std::size_t calls) {
        const Scenario& s = m_scenario;
        const std::size_t first = chance(0.5) ? 1 : 0;
        std::array<std::vector<double>, 2> times;
        for (std::size_t side : {0, 1}) {
            m_level[side] = s.correlation * m_level[side] +
                            std::sqrt(1 - s.correlation * s.correlation) * m_normal(m_random);
            if (!chance(s.stickiness)) m_slow[side] = chance(s.slow_share);
        }
        for (std::size_t side : {0, 1}) {
            const double position = (m_round + (side == first ? 0 : 0.5)) / 60;
            const double level = m_call_ms[side] * (1 + s.drift * position) *
                                 (m_round < m_step_at[side] ? 1 : 1 + s.step) *
                                 std::exp(s.level_sigma * m_level[s.shared_level ? 0 : side]);
            for (std::size_t i = 0; i < calls; ++i) {
                double ms = level * std::exp(s.noise * m_normal(m_random));
                if (chance(s.hiccup_share))
                    ms *= 1 + 0.05 * std::pow(1 - m_uniform(m_random), -1 / s.hiccup_shape);
                const bool slow =
                    s.stickiness > 0 ? m_slow[s.shared_mode ? 0 : side] : chance(s.slow_share);
                times[side].push_back(slow ? ms * (1 + s.slow_factor) : ms);
            }
        }
        ++m_round;
        return times;
    }

private:
    bool chance(double probability) { return m_uniform(m_random) < probability; }

    Scenario m_scenario;
    std::array<double, 2> m_call_ms;
    std::mt19937_64 m_random;
    std::normal_distribution<double> m_normal;
    std::uniform_real_distribution<double> m_uniform;
    std::array<double, 2> m_level{};
    std::array<bool, 2> m_slow{};
    std::array<double, 2> m_step_at{};
    double m_round = 0;
};

/// Compares after `rounds` rounds, whatever they show.
inline RatioEstimate compareFixed(TwoVariants& variants, std::size_t rounds, std::size_t calls) {
    std::vector<double> base, candidate;
    for (std::size_t i = 0; i < rounds; ++i) {
        const auto times = variants.round(calls);
        base.push_back(median(times[0]));
        candidate.push_back(median(times[1]));
    }
    return comparePaired(base, candidate);
}

/// Compares as the protocol does: turns are planned by the call's time, and both variants go on
/// until both rules stop. The ratio's precision is one of their criteria.
inline RatioEstimate compareByProtocol(TwoVariants& variants, double call_ms,
                                       const Protocol& protocol) {
    StopRule base(protocol), candidate(protocol);
    SampleLog base_log("c001"), candidate_log("c002");
    const Turn turn = planTurn(call_ms, protocol);
    RatioEstimate estimate;
    while (base.cause() == StopCause::None || candidate.cause() == StopCause::None) {
        const auto times = variants.round(turn.samples);
        const auto turn_ms = [&](std::size_t side) {
            const double sum = mean(times[side]) * static_cast<double>(turn.samples);
            return sum + (turn.unmeasured ? times[side].front() : 0);
        };
        const auto half_width = estimate.relativeHalfWidth();
        const bool settled = half_width && *half_width <= protocol.target_half_width;
        // One that has stopped takes no further turn.
        if (base.cause() == StopCause::None)
            addRound(base, base_log, times[0], turn_ms(0), settled);
        if (candidate.cause() == StopCause::None)
            addRound(candidate, candidate_log, times[1], turn_ms(1), settled);
        estimate = comparePaired(base_log.roundMedians(), candidate_log.roundMedians());
    }
    return estimate;
}

}  // namespace duelo::test
