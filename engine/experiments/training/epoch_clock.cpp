// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/epoch_clock.h"

#include <array>

#include "machine/clock.h"

namespace duelo {

namespace {

double ms(std::int64_t fromNs, std::int64_t toNs) {
    return static_cast<double>(toNs - fromNs) / kNsPerMs;
}

}  // namespace

EpochClock::EpochClock(GpuApi* gpu, std::size_t batches, std::size_t copies)
    : m_gpu(gpu), m_copies_of_epoch(batches * copies + 1) {  // one more: the order of the samples
    if (m_gpu == nullptr) return;
    // The start, two for each batch, "there is no other", the sums; a copy ends what it interrupts
    // and itself.
    m_events = m_gpu->events(2 * batches + 3 + 2 * m_copies_of_epoch);
    m_parts.reserve(m_events->count());
}

void EpochClock::start() {
    if (m_gpu != nullptr) m_gpu->synchronize();  // earlier work is not this epoch's (S0-M04)
    m_data_ms = m_compute_ms = m_launch_ms = 0;
    m_one_by_one = m_gpu != nullptr;
    m_parts.clear();
    m_copies_left = m_copies_of_epoch;
    m_running = Part::Data;
    m_startNs = m_lastNs = nowNs();
    if (m_events) m_events->record(0);
}

void EpochClock::ends(Part part) {
    if (m_events) {
        m_parts.push_back(part);
        m_events->record(m_parts.size());
        return;
    }
    const std::int64_t now = nowNs();
    (part == Part::Data ? m_data_ms : m_compute_ms) += ms(m_lastNs, now);
    m_lastNs = now;
}

void EpochClock::batchMade() {
    ends(Part::Data);
    m_running = Part::Compute;
    m_launchNs = nowNs();
}

void EpochClock::batchTrained() {
    m_launch_ms += ms(m_launchNs, nowNs());
    ends(Part::Compute);
    m_running = Part::Data;
}

void EpochClock::allTrained() {
    m_one_by_one = false;
    batchTrained();
}

void EpochClock::copyIn(Tensor& to, const Tensor& from) {
    const bool counted = m_copies_left > 0;
    if (counted) ends(m_running);
    const std::int64_t startNs = nowNs();
    m_gpu->copy(to, from);
    m_launchNs += nowNs() - startNs;  // no launch
    if (!counted) return;
    ends(Part::CopyIn);
    --m_copies_left;
}

void EpochClock::trained() {
    ends(m_events ? Part::CopyOut : Part::Compute);
    m_lastNs = nowNs();
}

Timing EpochClock::evaluated() {
    const std::int64_t now = nowNs();
    const PartTime evaluation{"evaluation", ms(m_lastNs, now)};
    Timing timing{.wall_ms = ms(m_startNs, now)};
    if (!m_events) {
        timing.parts = {{"data", m_data_ms}, {"compute", m_compute_ms}, evaluation};
        return timing;
    }
    std::array<double, 4> times_ms{};
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        times_ms[static_cast<std::size_t>(m_parts[i])] += m_events->elapsedMs(i, i + 1);
    const auto timeOf = [&](Part part) { return times_ms[static_cast<std::size_t>(part)]; };
    timing.parts = {{"data", timeOf(Part::Data)},
                    {"h2d", timeOf(Part::CopyIn)},
                    {"compute", timeOf(Part::Compute)},
                    {"d2h", timeOf(Part::CopyOut)},
                    evaluation};
    if (m_one_by_one) timing.parts.push_back({"launch", m_launch_ms, false});
    return timing;
}

}  // namespace duelo
