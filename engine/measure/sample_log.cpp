// SPDX-License-Identifier: Apache-2.0
#include "measure/sample_log.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "stats/statistics.h"

namespace duelo {

namespace {

template <typename T>
std::vector<T> tail(const std::vector<T>& values, std::size_t first) {
    if (values.size() <= first) return {};
    return {values.begin() + static_cast<std::ptrdiff_t>(first), values.end()};
}

/// One that was measured once is not measured for the others: NaN keeps the lists parallel.
void addTo(std::vector<double>& values, std::size_t at, const std::optional<double>& value,
           int calls) {
    if (!value && values.empty()) return;
    values.resize(at, std::numeric_limits<double>::quiet_NaN());
    values.push_back(value ? *value / calls : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

void SampleLog::add(int round, double t0_ms, int calls, const Timing& block, DiscardCause discard) {
    const std::size_t at = size();
    m_all.round.push_back(round);
    m_all.t0_ms.push_back(t0_ms);
    m_all.calls.push_back(calls);
    m_all.process.push_back(block.process);
    m_all.wall_ms.push_back(block.wall_ms / calls);
    addTo(m_all.device_ms, at, block.device_ms, calls);
    addTo(m_all.submit_ms, at, block.submit_ms, calls);
    addTo(m_all.latency_ms, at, block.latency_ms, 1);
    addTo(m_all.slowest_ms, at, block.slowest_ms, 1);
    m_all.discard.push_back(static_cast<int>(discard));
    m_parts.push_back(block.parts);
    for (PartTime& part : m_parts.back()) part.ms /= calls;
}

void SampleLog::discardFrom(std::size_t first, DiscardCause cause) {
    for (std::size_t i = first; i < size(); ++i) m_all.discard[i] = static_cast<int>(cause);
}

void SampleLog::keepFrom(std::size_t first, DiscardCause cause) {
    for (std::size_t i = first; i < size(); ++i)
        if (m_all.discard[i] == static_cast<int>(cause))
            m_all.discard[i] = static_cast<int>(DiscardCause::None);
}

void SampleLog::closeRound(int round, std::size_t most) {
    std::vector<double> valid;
    // All samples of a round come from one process.
    std::size_t* rounds = nullptr;
    if (m_judged < size()) {
        const auto process = static_cast<std::size_t>(m_all.process[m_judged]);
        if (m_roundsOf.size() <= process) m_roundsOf.resize(process + 1);
        rounds = &m_roundsOf[process];
    }
    for (; m_judged < size(); ++m_judged) {
        if (!m_all.counts(m_judged) || m_kept.size() == most) continue;
        valid.push_back(m_all.wall_ms[m_judged]);
        m_kept.push_back(valid.back());
        m_keptAt.push_back(m_judged);
        m_measured_ms += valid.back() * m_all.calls[m_judged];
    }
    m_roundMedians.resize(static_cast<std::size_t>(round),
                          std::numeric_limits<double>::quiet_NaN());
    m_roundMedians.push_back(median(valid));
    if (valid.empty()) return;
    ++*rounds;
    m_keptRoundMedians.push_back(m_roundMedians.back());
    std::ranges::sort(valid);
    const auto middle = static_cast<std::ptrdiff_t>(m_sorted.size());
    m_sorted.insert(m_sorted.end(), valid.begin(), valid.end());
    std::inplace_merge(m_sorted.begin(), m_sorted.begin() + middle, m_sorted.end());
}

Samples SampleLog::from(std::size_t first) const {
    Samples part{.cell = m_all.cell,
                 .round = tail(m_all.round, first),
                 .t0_ms = tail(m_all.t0_ms, first),
                 .calls = tail(m_all.calls, first),
                 .process = tail(m_all.process, first),
                 .wall_ms = tail(m_all.wall_ms, first),
                 .device_ms = tail(m_all.device_ms, first),
                 .submit_ms = tail(m_all.submit_ms, first),
                 .latency_ms = tail(m_all.latency_ms, first),
                 .slowest_ms = tail(m_all.slowest_ms, first),
                 .discard = tail(m_all.discard, first)};
    if (std::ranges::all_of(part.discard, [](int cause) { return cause == 0; }))
        part.discard.clear();
    if (std::ranges::all_of(part.calls, [](int calls) { return calls == 1; })) part.calls.clear();
    if (std::ranges::all_of(part.process, [](int process) { return process == 0; }))
        part.process.clear();
    return part;
}

std::size_t SampleLog::evenRounds() const {
    return m_roundsOf.empty() ? 0 : m_roundsOf.size() * std::ranges::min(m_roundsOf);
}

std::vector<MedianEstimate> SampleLog::ofEachProcess() const {
    std::vector<MedianEstimate> found;
    if (m_roundsOf.size() < 2) return found;
    for (std::size_t process = 0; process < m_roundsOf.size(); ++process) {
        std::vector<double> samples;
        std::vector<std::size_t> rounds;
        int last = -1;
        for (std::size_t i = 0; i < m_kept.size(); ++i) {
            const std::size_t at = m_keptAt[i];
            if (static_cast<std::size_t>(m_all.process[at]) != process) continue;
            if (std::exchange(last, m_all.round[at]) != m_all.round[at]) rounds.push_back(0);
            ++rounds.back();
            samples.push_back(m_kept[i]);
        }
        found.push_back(estimateMedian(samples, rounds));
    }
    return found;
}

std::optional<double> SampleLog::medianOf(const std::vector<double>& values) const {
    std::vector<double> counted;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (m_all.counts(i) && !std::isnan(values[i])) counted.push_back(values[i]);
    return counted.empty() ? std::nullopt : std::optional(median(counted));
}

std::optional<double> SampleLog::medianDeviceMs() const {
    return medianOf(m_all.device_ms);
}

std::optional<double> SampleLog::medianSubmitMs() const {
    return medianOf(m_all.submit_ms);
}

std::optional<MedianEstimate> SampleLog::latency() const {
    return estimateOf(m_all.latency_ms);
}

std::optional<MedianEstimate> SampleLog::slowest() const {
    return estimateOf(m_all.slowest_ms);
}

std::optional<MedianEstimate> SampleLog::estimateOf(const std::vector<double>& values) const {
    if (values.empty()) return std::nullopt;
    std::vector<double> samples;
    std::vector<std::size_t> rounds;
    int last = -1;
    for (const std::size_t at : m_keptAt) {
        if (std::isnan(values[at])) continue;
        if (std::exchange(last, m_all.round[at]) != m_all.round[at]) rounds.push_back(0);
        ++rounds.back();
        samples.push_back(values[at]);
    }
    if (samples.empty()) return std::nullopt;
    return estimateMedian(samples, rounds);
}

Parts SampleLog::parts() const {
    std::vector<double> times_ms;
    std::vector<Parts> counted;
    // Of what is kept, as the median is: one sample more may have another call in the middle.
    for (const std::size_t at : m_keptAt) {
        if (m_parts[at].empty()) continue;
        times_ms.push_back(m_all.wall_ms[at]);
        counted.push_back(m_parts[at]);
    }
    return middleParts(counted, times_ms);
}

}  // namespace duelo
