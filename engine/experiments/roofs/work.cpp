// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/work.h"

#include <thread>

#include "experiments/roofs/bf16.h"
#include "experiments/roofs/fma.h"
#include "machine/clock.h"

namespace duelo {

namespace {

/// Some milliseconds on one core. Every width of vectors divides it.
constexpr std::int64_t kFmaFlop = std::int64_t{2} * kFmaChains * 16 << 20;
/// The tiles of a processor do as much in a quarter of a millisecond. Rounds of any kernel divide
/// it.
constexpr std::int64_t kBf16Flop = 16 * kFmaFlop;
static_assert(kBf16Flop % kAvx512RoundFlop == 0 && kBf16Flop % kAmxRoundFlop == 0);

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
    const std::int64_t flop = m_precision == Precision::Bf16 ? kBf16Flop : kFmaFlop;
    return {.quantities = {{"flop", flop, "fma_rate", "flop/s"}}};
}

void FmaWork::callOnce() {
    const bool bf16 = m_precision == Precision::Bf16;
    const std::int64_t all = bf16 ? kBf16Flop / bf16Kernel()->round_flop
                                  : kFmaFlop / (2 * kFmaChains * fmaKernel().lanes);
    const auto rounds = static_cast<std::size_t>(all);
    m_sums.resize(static_cast<std::size_t>(threads()));
    team().run([&](int member) {
        const auto mine = static_cast<std::int64_t>(team().begin(member + 1, rounds, 1) -
                                                    team().begin(member, rounds, 1));
        m_sums[static_cast<std::size_t>(member)] =
            bf16 ? bf16Kernel()->run(mine) : fmaKernel().run(mine, kFactor, kSummand);
    });
}

Output FmaWork::output() {
    double sum = 0;
    for (const float one : m_sums) sum += one;
    return outputOfRoof(sum / static_cast<double>(m_sums.size()));
}

Output outputOfRoof(double mean) {
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

/// Returns the mean share of the threads that took part in a call: 1, or some did not.
Output StartWork::output() {
    return outputOfRoof(static_cast<double>(m_started) / static_cast<double>(m_calls) / threads());
}

}  // namespace duelo
