// SPDX-License-Identifier: Apache-2.0
#include "experiments/stencil/work.h"

#include <algorithm>
#include <span>

#include "base/sha256.h"
#include "experiments/pinned_team.h"
#include "machine/clock.h"

namespace duelo {

namespace {

constexpr std::size_t kDigestDigits = 16;

/// A thread does so much before it asks whether to stop: rows, else columns of all its rows, of
/// which whole strips.
constexpr long kRowsAtOnce = 64, kSlowColumnsAtOnce = 128, kColumnsAtOnce = 2 * kHeatColumns;

/// Rows begin at a line of the cache, and no power of two apart: those would meet in few places of
/// the caches.
std::int64_t strideOf(std::int64_t side) {
    constexpr std::int64_t kLineNumbers = 16;
    return (side + kLineNumbers - 1) / kLineNumbers * kLineNumbers + kLineNumbers;
}

/// Heat between 0.25 and 1 everywhere, without order: no cell ever leaves these bounds, so that
/// none becomes a denormal number, which would be slow.
void fillHeat(const AlignedFloats& plate, std::int64_t side) {
    constexpr std::int64_t kDown = 31, kAlong = 17, kLevels = 97;
    constexpr float kLeast = 0.25F, kOne = 1.0F / 128;
    for (std::int64_t y = 0; y < side; ++y)
        for (std::int64_t x = 0; x < side; ++x)
            plate.data()[y * strideOf(side) + x] =
                kLeast + kOne * static_cast<float>((kDown * y + kAlong * x) % kLevels);
}

}  // namespace

StencilWork::StencilWork(const HeatCase& work, HeatWay way, int threads, const HeatKernels& kernels)
    : m_case(work), m_way(way), m_kernels(kernels), m_cpus(coresFor(threads)), m_team(threads) {}

std::int64_t StencilWork::bytesOf(const HeatCase& work, HeatWay way, int threads) {
    const std::int64_t plates = std::min<std::int64_t>(work.passes(way), 2) + 1;
    const std::int64_t spaces = way == HeatWay::Temporal ? threads * heatSpace() : 0;
    return static_cast<std::int64_t>(sizeof(float)) *
           (plates * work.side * strideOf(work.side) + spaces);
}

Result<Prepared> StencilWork::prepare() {
    const auto numbers = static_cast<std::size_t>(m_case.side * strideOf(m_case.side));
    m_start = AlignedFloats(numbers);
    fillHeat(m_start, m_case.side);
    for (std::int64_t i = 0; i < std::min<std::int64_t>(m_case.passes(m_way), 2); ++i) {
        AlignedFloats& plate = m_plates[static_cast<std::size_t>(i)];
        plate = AlignedFloats(numbers);
        std::ranges::copy(m_start.values(), plate.data());  // its border stays
    }
    m_spaces.clear();
    if (m_way == HeatWay::Temporal)
        for (int member = 0; member < m_team.threads(); ++member)
            m_spaces.emplace_back(static_cast<std::size_t>(heatSpace()));
    const std::int64_t updates = m_case.inner() * m_case.steps;
    Prepared prepared{.quantities = {{"updates", updates, "update_rate", "update/s"},
                                     {"flop", kHeatFlop * updates},
                                     {"bytes_moved", m_case.bytesMoved(m_way)}}};
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

void StencilWork::compute(const HeatStep& step, const HeatPart& part, long levels,
                          float* space) const {
    switch (m_way) {
        case HeatWay::Columns:
            return m_kernels.columns(step, part);
        case HeatWay::Rows:
            return m_kernels.rows(step, part);
        case HeatWay::Blocked:
            return m_kernels.blocked(step, part);
        case HeatWay::Temporal:
            return m_kernels.temporal(step, part, levels, space);
    }
}

void StencilWork::passRows(int member, const HeatStep& step, long levels, double share_before) {
    const auto begin = [&](int of) {
        return 1 + static_cast<long>(
                       m_team.begin(of, static_cast<std::size_t>(m_case.side - 2), std::size_t{1}));
    };
    const bool by_rows = m_way == HeatWay::Rows;
    const HeatPart all{begin(member), begin(member + 1), 1, step.side - 1};
    if (all.top == all.bottom) return;  // more threads than rows
    const long first = by_rows ? all.top : all.left, last = by_rows ? all.bottom : all.right;
    const long at_once = by_rows                     ? kRowsAtOnce
                         : m_way == HeatWay::Columns ? kSlowColumnsAtOnce
                                                     : kColumnsAtOnce;
    float* space = m_spaces.empty() ? nullptr : m_spaces[static_cast<std::size_t>(member)].data();
    for (long from = first; from < last; from += at_once) {
        if (m_control.stop.stop_requested()) return;
        const long to = std::min(from + at_once, last);
        HeatPart part = all;
        (by_rows ? part.top : part.left) = from;
        (by_rows ? part.bottom : part.right) = to;
        compute(step, part, levels, space);
        // All threads have the same to do, so one speaks for all.
        if (member == 0)
            m_control.progress(share_before + static_cast<double>((to - first) * levels) /
                                                  static_cast<double>(last - first) /
                                                  static_cast<double>(m_case.steps));
    }
}

void StencilWork::callOnce() {
    const float* from = m_start.data();
    std::int64_t done = 0;
    for (std::size_t pass = 0; done < m_case.steps; ++pass) {
        const auto levels = std::min(m_case.levels(m_way), m_case.steps - done);
        float* to = m_plates[pass % 2].data();
        const HeatStep step{from, to, static_cast<long>(m_case.side),
                            static_cast<long>(strideOf(m_case.side))};
        const double before = static_cast<double>(done) / static_cast<double>(m_case.steps);
        m_team.run([&](int member) { passRows(member, step, static_cast<long>(levels), before); });
        if (m_control.stop.stop_requested()) throw StepStopped{};
        from = to;
        done += levels;
    }
}

Timing StencilWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, [this](const auto& call) { m_team.run(call); });
    const std::int64_t start_ns = nowNs();
    for (int i = 0; i < calls; ++i) callOnce();
    const double wall_ms = msSince(start_ns);
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output StencilWork::output() {
    const auto last = static_cast<std::size_t>(m_case.passes(m_way) - 1) % 2;
    const auto side = static_cast<std::size_t>(m_case.side);
    Sha256 digest;
    for (std::size_t y = 0; y < side; ++y)
        digest.add(std::as_bytes(m_plates[last].values().subspan(
            y * static_cast<std::size_t>(strideOf(m_case.side)), side)));
    return {.fingerprint = Fingerprint{.sha256 = digest.hex().substr(0, kDigestDigits)}};
}

}  // namespace duelo
