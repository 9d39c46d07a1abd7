// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/work.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "base/sha256.h"
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
    static_cast<void>(m_store.of(m_task));
    return {};
}

Result<Prepared> SumWork::prepare() {
    m_numbers = m_store.of(m_task);
    if (m_task.operation == NumberOperation::Scan)
        m_result.prefixes = AlignedFloats(static_cast<std::size_t>(m_task.numbers));
    Prepared prepared{.quantities = {{"numbers", m_task.numbers, "number_rate", "number/s"},
                                     {"bytes_moved", m_task.bytesMoved()}}};
    if (m_task.operation != NumberOperation::Histogram)  // whose additions are of integers
        prepared.quantities.push_back({"flop", m_task.numbers});
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

Timing SumWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, eachThread());
    const std::int64_t start_ns = nowNs();
    for (int i = 0; i < calls && !m_control.stop.stop_requested(); ++i) compute(m_result);
    const double wall_ms = msSince(start_ns);
    if (m_control.stop.stop_requested()) throw StepStopped{};
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output SumWork::output() {
    const double bound = m_task.errorBound();
    double error = 0;
    const auto check = [&](double found, double expected) {
        const double off =
            found == expected ? 0 : std::abs(found - expected) / std::max(expected, 1e-30);
        if (!(off <= bound))
            throw WorkFailed{{"reduction_wrong", {{"found", found}, {"expected", expected}}, {}}};
        error = std::max(error, off);
    };
    Output output;
    const auto& counts = m_result.counts;
    switch (m_task.operation) {
        case NumberOperation::Scan: {
            double exact = 0;
            for (std::size_t i = 0; i < m_numbers->x.values().size(); ++i)
                check(m_result.prefixes.data()[i],
                      exact += static_cast<double>(m_numbers->x.data()[i]));
            break;
        }
        case NumberOperation::Sum:
            check(m_result.sum, m_numbers->exact);
            break;
        case NumberOperation::Histogram:
            for (std::size_t bin = 0; bin < counts.size(); ++bin)
                check(static_cast<double>(counts[bin]),
                      static_cast<double>(m_numbers->counts[bin]));
            break;
    }
    output.metrics = {{.id = "error", .value = error}, {.id = "error_bound", .value = bound}};
    if (m_task.operation == NumberOperation::Histogram) {
        output.output["total"] = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
        output.output["exact"] = sha256Hex(std::as_bytes(std::span(counts))).substr(0, 16);
        return output;
    }
    output.output["sum"] = static_cast<double>(m_result.sum);
    output.output["exact"] = m_numbers->exact;
    return output;
}

KernelSum::KernelSum(const SumTask& task, SumNumbersStore& store, const SimdKernels& simd)
    : SumWork(task, store),
      m_simd(simd),
      m_own(addNumbersOf(task.way, simd.sum)),
      m_shared(addSharedOf(task.way)),
      m_count(countBytesOf(task.way)),
      m_count_shared(countSharedOf(task.way)),
      m_team(task.threads),
      m_all(task.threads) {}

EachThread KernelSum::eachThread() {
    return [this](const auto& call) { m_team.run(call); };
}

template <typename OfPiece>
void KernelSum::inPieces(int thread, const OfPiece& work) const {
    const auto begin = [&](int of) {
        return m_team.begin(of, static_cast<std::size_t>(task().numbers),
                            static_cast<std::size_t>(kSumGrain));
    };
    const std::size_t first = begin(thread), last = begin(thread + 1),
                      at_once = m_shared ? kTurnsAtOnce : kNumbersAtOnce;
    for (std::size_t at = first; at < last; at += at_once) {
        if (control().stop.stop_requested()) return;
        const std::size_t count = std::min(at_once, last - at);
        work(at, static_cast<long>(count));
        // All threads have the same to do, so one speaks for all.
        if (thread == 0)
            control().progress(static_cast<double>(at + count - first) /
                               static_cast<double>(last - first));
    }
}

void KernelSum::addPart(int thread) {
    const float* x = numbers().x.data();
    if (m_shared) {
        inPieces(thread,
                 [&](std::size_t first, long count) { m_shared(m_all, x + first, count, thread); });
        return;
    }
    std::array<float, kSimdSums> sums{};
    inPieces(thread, [&](std::size_t first, long count) { m_own(x + first, count, sums.data()); });
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

void KernelSum::countPart(int thread) {
    const std::uint8_t* x = numbers().bytes.data();
    if (m_count_shared) {
        inPieces(thread, [&](std::size_t first, long count) {
            m_count_shared(m_all, x + first, count, thread);
        });
        return;
    }
    const auto count = [&](BinCount* bins) {
        inPieces(thread, [&](std::size_t first, long n) { m_count(x + first, n, bins); });
    };
    auto& mine = m_all.of(thread).bins;
    if (task().way == SumWay::Loop) return count(mine.data());
    alignas(64) std::array<std::array<BinCount, kBins>, kSeveralSums> tables{};
    count(tables.front().data());
    for (const auto& table : tables)
        for (std::size_t bin = 0; bin < table.size(); ++bin) mine[bin] += table[bin];
    if (task().way == SumWay::Tree) treeHistogram(m_all, thread);
}

ByteCounts KernelSum::joinedCounts() {
    ByteCounts counts{};
    const auto add = [&](const auto& bins) {
        for (std::size_t bin = 0; bin < counts.size(); ++bin) counts[bin] += bins[bin];
    };
    switch (task().way) {
        case SumWay::Atomic:
            add(m_all.atomic_bins);
            break;
        case SumWay::Lock:
            add(m_all.bins);
            break;
        case SumWay::Beside:
            for (std::size_t i = 0; i < m_all.bins_beside.size(); ++i)
                counts[i / m_all.own.size()] += m_all.bins_beside[i];
            break;
        case SumWay::Padded:
            for (const SharedSums::Own& own : m_all.own) add(own.bins);
            break;
        default:
            add(m_all.of(0).bins);
    }
    return counts;
}

void KernelSum::scanPieces(int thread, float* out) {
    const float* x = numbers().x.data();
    if (isOfOneThread(task().way)) {
        const ScanNumbers scan = task().way == SumWay::Simd ? m_simd.scan : scanInLoop();
        inPieces(thread, [&](std::size_t first, long count) {
            scan(x + first, count, &m_all.total, out + first);
        });
        return;
    }
    constexpr int kToldEvery = 64;
    const std::int64_t pieces = (task().numbers + kScanPiece - 1) / kScanPiece;
    for (int piece = thread, turn = 0; piece < pieces; piece += m_all.threads, ++turn) {
        const std::int64_t first = piece * kScanPiece;
        if (control().stop.stop_requested()) {
            static_cast<void>(handedOn(m_all, piece, 0));  // others wait for it
            continue;
        }
        treeScan(m_all, m_simd, x + first, std::min(kScanPiece, task().numbers - first), piece,
                 out + first);
        if (thread == 0 && turn % kToldEvery == 0)
            control().progress(static_cast<double>(piece + 1) / static_cast<double>(pieces));
    }
}

void KernelSum::compute(SumResult& result) {
    m_all.atomic_total = 0;
    m_all.total = 0;
    std::ranges::fill(m_all.beside, 0.0F);
    for (SharedSums::Own& own : m_all.own) own.sum = 0;
    ++m_all.call;
    switch (task().operation) {
        case NumberOperation::Sum:
            m_team.run([this](int thread) { addPart(thread); });
            result.sum = joined();
            return;
        case NumberOperation::Scan:
            for (SharedSums::Own& own : m_all.own) own.done = 0;
            m_team.run([&](int thread) { scanPieces(thread, result.prefixes.data()); });
            result.sum = result.prefixes.values().back();
            return;
        case NumberOperation::Histogram:
            for (std::atomic<BinCount>& bin : m_all.atomic_bins)
                bin.store(0, std::memory_order_relaxed);
            m_all.bins = {};
            std::ranges::fill(m_all.bins_beside, BinCount{0});
            for (SharedSums::Own& own : m_all.own) own.bins = {};
            m_team.run([this](int thread) { countPart(thread); });
            result.counts = joinedCounts();
            return;
    }
}

}  // namespace duelo
