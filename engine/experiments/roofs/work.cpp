// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/work.h"

#include <thread>

#include "experiments/roofs/fma.h"
#include "machine/clock.h"

namespace duelo {

namespace {

/// Some milliseconds on one core. Every width of vectors divides it.
constexpr std::int64_t kFmaFlop = std::int64_t{2} * kFmaChains * 16 << 20;

/// Lanes tend to summand / (1 - factor), which is 1: no sum ever overflows or gets too small to be
/// added at full speed.
constexpr float kFactor = 0.75F, kSummand = 0.25F;

}  // namespace

Result<Prepared> TeamWork::prepare() {
    m_team.emplace(m_threads);
    return told();
}

Timing TeamWork::step(int calls) {
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) callOnce();
    const double wall_ms = msSince(startNs);
    return {.wall_ms = wall_ms, .parts = {{part(), wall_ms}}};  // a call does nothing else
}

Prepared FmaWork::told() const {
    return {.quantities = {{"flop", kFmaFlop, "fma_rate", "flop/s"}}};
}

void FmaWork::callOnce() {
    const FmaKernel& kernel = fmaKernel();
    const auto rounds = static_cast<std::size_t>(kFmaFlop / (2 * kFmaChains * kernel.lanes));
    m_sums.resize(static_cast<std::size_t>(threads()));
    team().run([&](int member) {
        const std::size_t mine =
            team().begin(member + 1, rounds, 1) - team().begin(member, rounds, 1);
        m_sums[static_cast<std::size_t>(member)] =
            kernel.run(static_cast<std::int64_t>(mine), kFactor, kSummand);
    });
}

Output FmaWork::output() {
    double sum = 0;
    for (const float one : m_sums) sum += one;
    const double mean = sum / static_cast<double>(m_sums.size());
    return {.fingerprint =
                Fingerprint{.shape = {1}, .largest = mean, .rms = mean, .values = {mean}}};
}

Prepared StartWork::told() const {
    return {.quantities = {{"starts", 1}}};
}

void StartWork::callOnce() {
    const auto work = [this](int) { m_started.fetch_add(1, std::memory_order_relaxed); };
    if (m_how == TeamStart::Wake) {
        team().run(work);
    } else {
        std::vector<std::jthread> helpers;
        for (int member = 1; member < threads(); ++member)
            helpers.emplace_back([&work, member] { work(member); });
        work(0);
    }
    ++m_calls;
}

/// How many threads took part in a call, of all calls: their number, or some did not.
Output StartWork::output() {
    const double share = static_cast<double>(m_started) / static_cast<double>(m_calls) / threads();
    return {.fingerprint =
                Fingerprint{.shape = {1}, .largest = share, .rms = share, .values = {share}}};
}

}  // namespace duelo
