// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/work.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <thread>

#include "base/sha256.h"
#include "experiments/pi/sums.h"
#include "machine/clock.h"

namespace duelo {

namespace {

/// Even, for leibnizSum(); a tenth of a millisecond of work, so that a cancel is heard at once.
constexpr std::int64_t kBlockSamples = 1 << 16;

constexpr std::size_t kDigestDigits = 16;

/// Points are counted, and a count is right or wrong; a series is rounded on its way.
Fingerprint fingerprintOfPi(PiMethod method, double sum, double estimate) {
    if (method == PiMethod::MonteCarlo)
        return {
            .sha256 =
                sha256Hex(std::to_string(static_cast<std::int64_t>(sum))).substr(0, kDigestDigits)};
    return {.shape = {1}, .largest = estimate, .rms = estimate, .values = {estimate}};
}

}  // namespace

Result<Prepared> PiWork::prepare() {
    Prepared prepared{.quantities = {{"points", m_case.samples, "sample_rate", "sample/s"}}};
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

Timing PiWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, eachThread());
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) m_sum = sum();
    const double wall_ms = msSince(startNs);
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output PiWork::output() {
    const double estimate = piEstimate(m_case, m_sum);
    Output output{.fingerprint = fingerprintOfPi(m_case.method, m_sum, estimate),
                  .metrics = {{.id = "estimate", .value = estimate},
                              {.id = "error", .value = std::abs(estimate - std::numbers::pi)},
                              {.id = "expected_error",
                               .value = piExpectedError(m_case.method,
                                                        static_cast<double>(m_case.samples))}}};
    if (m_case.method == PiMethod::MonteCarlo)
        output.output["inside"] = static_cast<std::int64_t>(m_sum);
    return output;
}

PiLoop::PiLoop(const PiCase& work, int threads)
    : PiWork(work),
      m_threads(threads),
      m_blocks(static_cast<std::size_t>((work.samples + kBlockSamples - 1) / kBlockSamples)) {}

void PiLoop::addBlocks(int thread) {
    const auto blocks = static_cast<std::int64_t>(m_blocks.size());
    const std::int64_t from = blocks * thread / m_threads, to = blocks * (thread + 1) / m_threads;
    const std::uint64_t stream = pointStream(work().seed);
    for (std::int64_t i = from; i < to; ++i) {
        if (control().stop.stop_requested()) return;
        const std::int64_t first = i * kBlockSamples;
        const std::int64_t count = std::min(kBlockSamples, work().samples - first);
        m_blocks[static_cast<std::size_t>(i)] =
            work().method == PiMethod::Series
                ? leibnizSum(first, count)
                : static_cast<double>(pointsInside(stream, first, count));
        // All threads have the same to do, so one speaks for all.
        if (thread == 0)
            control().progress(static_cast<double>(i + 1 - from) / static_cast<double>(to - from));
    }
}

bool PiLoop::addBlocksThere(int thread) {
    std::optional<PinnedThread> pinned;
    if (!cpus().empty() && pinned.emplace(cpus()[static_cast<std::size_t>(thread)]).refused())
        return false;
    addBlocks(thread);
    return true;
}

double PiLoop::sum() {
    std::atomic<int> refused = -1;
    {
        std::vector<std::jthread> helpers;
        const auto add = [&](int thread) {
            if (!addBlocksThere(thread)) refused = thread;
        };
        // This one is bound last: who starts later would have to leave its core first.
        for (int thread = 1; thread < m_threads; ++thread) helpers.emplace_back(add, thread);
        add(0);
    }
    if (refused >= 0) throw pinningRefused(cpus()[static_cast<std::size_t>(refused)]);
    if (control().stop.stop_requested()) throw StepStopped{};
    return std::accumulate(m_blocks.begin(), m_blocks.end(), 0.0);
}

}  // namespace duelo
