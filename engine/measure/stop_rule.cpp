// SPDX-License-Identifier: Apache-2.0
#include "measure/stop_rule.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace duelo {
namespace {

constexpr std::size_t widths_kept = 64;
constexpr double stable_deviation = 0.05;
constexpr double kTailShare = 0.99;
/// Calls may take so much longer than those of the warm-up before their time is up.
constexpr double kTailSlack = 1.25;

}  // namespace

std::size_t leastSamples(const Protocol& protocol, int calls_per_sample) {
    // A 90th is told where there are calls enough, and not asked for: a slow call must not run into
    // its limit for it.
    if (calls_per_sample > 1 || protocol.percentile < kTailShare) return protocol.n_min;
    return std::max(protocol.n_min,
                    std::min(samplesForPercentile(protocol.percentile), protocol.n_max));
}

Protocol withTail(Protocol protocol, double call_ms, double wake_ms, double& left_ms) {
    if (protocol.preset != Preset::Standard || !(call_ms > 0)) return protocol;
    const Turn turn = planTurn(call_ms, protocol, wake_ms);
    const double samples = static_cast<double>(turn.samples);
    double turn_ms = samples * call_ms;
    if (turn.unmeasured) turn_ms += std::max(1.0, std::ceil(wake_ms / call_ms)) * call_ms;
    const double rounds =
        std::ceil(static_cast<double>(samplesForPercentile(kTailShare)) / samples);
    const double anyway = std::max(static_cast<double>(protocol.rounds_min),
                                   std::ceil(protocol.t_min_ms / (samples * call_ms)));
    const double more_ms = std::max(0.0, rounds - anyway) * turn_ms;
    if (more_ms > left_ms) return protocol;
    left_ms -= more_ms;
    protocol.percentile = kTailShare;
    protocol.t_max_ms = std::max(protocol.t_max_ms, kTailSlack * rounds * turn_ms);
    return protocol;
}

StopRule::StopRule(const Protocol& protocol, int calls_per_sample)
    : m_protocol(protocol), m_least(leastSamples(protocol, calls_per_sample)) {}

StopCause StopRule::judge(const SampleLog& log, double turn_ms, bool ratios_settled) {
    if (m_cause != StopCause::None) return m_cause;
    m_last_turn_ms = turn_ms;
    m_elapsed_ms += turn_ms;
    m_ratios_settled = ratios_settled;
    m_measured_ms = log.measuredMs();
    m_rounds = log.evenRounds();
    if (const std::size_t before = std::exchange(m_samples, log.kept().size());
        m_samples != before) {
        m_estimate = estimateMedian(log.kept(), log.sorted(), log.keptRoundMedians());
        if (const auto half_width = m_estimate.relativeHalfWidth()) {
            m_half_widths.push_back(*half_width);
            if (m_half_widths.size() > widths_kept) m_half_widths.pop_front();
        }
    }

    if (unmet().empty()) {
        m_cause = StopCause::Precision;
    } else if (!(m_elapsed_ms + m_last_turn_ms <= m_protocol.t_max_ms)) {
        m_cause = StopCause::TimeLimit;
    } else if (m_samples >= m_protocol.n_max) {
        m_cause = StopCause::SampleLimit;
    } else if (m_samples >= m_least && m_measured_ms >= m_protocol.t_min_ms &&
               m_rounds >= m_protocol.rounds_min && widthsAreStable()) {
        m_cause = StopCause::StableNoisy;
    }
    return m_cause;
}

std::vector<std::string_view> StopRule::unmet() const {
    std::vector<std::string_view> names;
    if (m_samples < m_least) names.emplace_back("samples");
    if (m_rounds < m_protocol.rounds_min) names.emplace_back("rounds");
    if (m_measured_ms < m_protocol.t_min_ms) names.emplace_back("time");
    if (!preciseEnough()) names.emplace_back("precision");
    if (!m_ratios_settled) names.emplace_back("ratio");
    return names;
}

bool StopRule::preciseEnough() const {
    const auto half_width = m_estimate.relativeHalfWidth();
    return half_width && *half_width <= m_protocol.target_half_width;
}

bool StopRule::widthsAreStable() const {
    if (m_half_widths.size() < widths_kept) return false;
    const double count = static_cast<double>(widths_kept);
    double sum = 0;
    for (const double width : m_half_widths) sum += width;
    const double centre = sum / count;
    double squares = 0;
    for (const double width : m_half_widths) squares += (width - centre) * (width - centre);
    return std::sqrt(squares / (count - 1)) < stable_deviation * centre;
}

}  // namespace duelo
