// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/work.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "machine/clock.h"

namespace duelo {

namespace {

/// A thread adds so many before it asks whether to stop: of those that it takes turns for, or
/// writes to a line that others want, some milliseconds' worth at most.
constexpr std::size_t kNumbersAtOnce = 1 << 20, kTurnsAtOnce = 1 << 14;
static_assert(kTurnsAtOnce % kSumGrain == 0 && kNumbersAtOnce % kSumGrain == 0);

}  // namespace

SumWork::SumWork(const SumTask& task, SumNumbersStore& store)
    : m_task(task), m_store(store), m_cpus(coresFor(task.threads)) {}

Result<void> SumWork::fetch() {
    static_cast<void>(m_store.of(m_task.numbers));
    return {};
}

Result<Prepared> SumWork::prepare() {
    m_numbers = m_store.of(m_task.numbers);
    Prepared prepared{
        .quantities = {{"numbers", m_task.numbers, "number_rate", "number/s"},
                       {"flop", m_task.numbers},
                       {"bytes_moved", m_task.numbers * std::int64_t{sizeof(float)}}}};
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

Timing SumWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, eachThread());
    const std::int64_t start_ns = nowNs();
    for (int i = 0; i < calls && !m_control.stop.stop_requested(); ++i) m_sum = sum();
    const double wall_ms = msSince(start_ns);
    if (m_control.stop.stop_requested()) throw StepStopped{};
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output SumWork::output() {
    const double found = m_sum, expected = m_numbers->exact;
    const double error = std::abs(found - expected) / expected, bound = m_task.errorBound();
    if (!(error <= bound))
        throw WorkFailed{{"reduction_wrong", {{"found", found}, {"expected", expected}}, {}}};
    Output output{
        .metrics = {{.id = "error", .value = error}, {.id = "error_bound", .value = bound}}};
    output.output["sum"] = found;
    output.output["exact"] = expected;
    return output;
}

KernelSum::KernelSum(const SumTask& task, SumNumbersStore& store, AddNumbers simd)
    : SumWork(task, store),
      m_own(addNumbersOf(task.way, simd)),
      m_shared(addSharedOf(task.way)),
      m_team(task.threads),
      m_all(task.threads) {}

EachThread KernelSum::eachThread() {
    return [this](const auto& call) { m_team.run(call); };
}

template <typename Add>
void KernelSum::inPieces(int thread, const Add& add) const {
    const auto begin = [&](int of) {
        return m_team.begin(of, numbers().values().size(), static_cast<std::size_t>(kSumGrain));
    };
    const std::size_t first = begin(thread), last = begin(thread + 1),
                      at_once = m_shared ? kTurnsAtOnce : kNumbersAtOnce;
    for (std::size_t at = first; at < last; at += at_once) {
        if (control().stop.stop_requested()) return;
        const std::size_t count = std::min(at_once, last - at);
        add(numbers().data() + at, static_cast<long>(count));
        // All threads have the same to do, so one speaks for all.
        if (thread == 0)
            control().progress(static_cast<double>(at + count - first) /
                               static_cast<double>(last - first));
    }
}

void KernelSum::addPart(int thread) {
    if (m_shared) {
        inPieces(thread, [&](const float* x, long count) { m_shared(m_all, x, count, thread); });
        return;
    }
    std::array<float, kSimdSums> sums{};
    inPieces(thread, [&](const float* x, long count) { m_own(x, count, sums.data()); });
    m_all.of(thread).sum = joinedSum(sums.data(), sumsOf(task().way));
    if (task().way == SumWay::Tree) treeSum(m_all, thread);
}

float KernelSum::joined() {
    switch (task().way) {
        case SumWay::Atomic:
            return m_all.atomic_total;
        case SumWay::Lock:
            return m_all.total;
        case SumWay::Beside:
        case SumWay::Padded: {
            float sum = 0;
            for (int thread = 0; thread < m_all.threads; ++thread)
                sum += task().way == SumWay::Padded
                           ? m_all.of(thread).sum
                           : m_all.beside[static_cast<std::size_t>(thread)];
            return sum;
        }
        default:
            return m_all.of(0).sum;
    }
}

float KernelSum::sum() {
    m_all.atomic_total = 0;
    m_all.total = 0;
    std::ranges::fill(m_all.beside, 0.0F);
    for (SharedSums::Own& own : m_all.own) own.sum = 0;
    ++m_all.call;
    m_team.run([this](int thread) { addPart(thread); });
    return joined();
}

}  // namespace duelo
