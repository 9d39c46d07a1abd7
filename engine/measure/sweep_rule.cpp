// SPDX-License-Identifier: Apache-2.0
#include "measure/sweep_rule.h"

#include <utility>

namespace duelo {

namespace {

constexpr double kLeastGain = 1.05;
constexpr int kMostWithoutGain = 2;

bool lackedMemory(const ResultRecord& result) {
    return result.status == Status::Failed && result.reason &&
           (result.reason->code == "out_of_memory" || result.reason->code == "out_of_host_memory");
}

}  // namespace

SweepRule::Sweep SweepRule::sweepOf(const Cell& cell) const {
    Sweep sweep{cell.work, cell.variant};
    sweep.first.erase(m_sweep.axis);
    return sweep;
}

void SweepRule::add(const Cell& cell, const ResultRecord& result) {
    const Metric* metric = result.metric(m_sweep.metric);
    m_found[sweepOf(cell)][cell.work.integer(m_sweep.axis)] = {
        .full = lackedMemory(result),
        .metric = result.status == Status::Done && metric ? std::optional(*metric) : std::nullopt};
}

bool SweepRule::leftOut(const ResultRecord& result) const {
    return result.status == Status::Skipped && result.reason &&
           (result.reason->code == m_sweep.peaked || result.reason->code == m_sweep.full);
}

std::optional<Reason> SweepRule::whyOver(const Cell& cell) const {
    const auto known = m_found.find(sweepOf(cell));
    if (known == m_found.end()) return std::nullopt;
    const std::int64_t asked = cell.work.integer(m_sweep.axis);
    std::int64_t best = 0;
    double most = 0;
    int without_gain = 0;
    for (const auto& [value, found] : known->second) {
        if (value >= asked) break;
        if (found.full) return Reason{m_sweep.full, {{"value", value}}, {}};
        if (!found.metric) continue;
        const Metric& metric = *found.metric;
        const double upper = metric.ci95 ? metric.ci95->high : metric.value;
        without_gain = upper < kLeastGain * most ? without_gain + 1 : 0;
        if (metric.value > most) {
            most = metric.value;
            best = value;
        }
        if (without_gain == kMostWithoutGain)
            return Reason{m_sweep.peaked, {{"best", best}, {"value", value}}, {}};
    }
    return std::nullopt;
}

}  // namespace duelo
