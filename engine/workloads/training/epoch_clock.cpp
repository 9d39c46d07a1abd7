// SPDX-License-Identifier: Apache-2.0
#include "workloads/training/epoch_clock.h"

#include "core/clock.h"

namespace duelo {

namespace {

constexpr double kNsPerMs = 1e6;

double ms(std::int64_t fromNs, std::int64_t toNs) {
    return static_cast<double>(toNs - fromNs) / kNsPerMs;
}

}  // namespace

EpochClock::EpochClock(GpuApi* gpu, std::size_t batches) : m_gpu(gpu) {
    // Start, two for each batch, and one for "there is none".
    if (m_gpu != nullptr) m_events = m_gpu->events(2 * batches + 2);
}

void EpochClock::start() {
    if (m_gpu != nullptr) m_gpu->synchronize();  // earlier work is not this epoch's (S0-M04)
    m_data_ms = m_compute_ms = 0;
    m_stamps = 0;
    m_startNs = m_lastNs = nowNs();
    stamp();
}

void EpochClock::stamp() {
    if (m_events) m_events->record(m_stamps);
    ++m_stamps;
}

void EpochClock::batchMade() {
    const std::int64_t now = nowNs();
    m_data_ms += ms(m_lastNs, now);
    m_lastNs = now;
    stamp();
}

void EpochClock::batchTrained() {
    const std::int64_t now = nowNs();
    m_compute_ms += ms(m_lastNs, now);
    m_lastNs = now;
    stamp();
}

void EpochClock::trained() {
    m_trainedNs = nowNs();
    m_compute_ms += ms(m_lastNs, m_trainedNs);
}

EpochClock::Split EpochClock::evaluated() {
    const std::int64_t now = nowNs();
    Split split{.wall_ms = ms(m_startNs, now),
                .data_ms = m_data_ms,
                .compute_ms = m_compute_ms,
                .evaluation_ms = ms(m_trainedNs, now)};
    if (!m_events) return split;
    split.data_ms = split.compute_ms = 0;
    for (std::size_t i = 1; i < m_stamps; ++i)
        (i % 2 == 1 ? split.data_ms : split.compute_ms) += m_events->elapsedMs(i - 1, i);
    return split;
}

}  // namespace duelo
