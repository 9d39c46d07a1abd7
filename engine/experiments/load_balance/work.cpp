// SPDX-License-Identifier: Apache-2.0
#include "experiments/load_balance/work.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>

#include "base/sha256.h"
#include "experiments/pinned_team.h"
#include "machine/clock.h"
#include "stats/statistics.h"

namespace duelo {

namespace {

constexpr std::size_t kDigestDigits = 16;
/// Calls whose balance is kept: more say no more of their median.
constexpr std::size_t kMostBalances = 100'000;

}  // namespace

LoadBalanceWork::LoadBalanceWork(int size_px, const BalanceWay& way)
    : m_size_px(size_px),
      m_way(way),
      m_cpus(coresFor(way.threads)),
      m_team(way.threads),
      m_sharing(size_px, way.chunk, way.threads) {}

std::int64_t LoadBalanceWork::bytesOf(int size_px) {
    const std::int64_t rows = size_px;
    return rows * rows + rows * static_cast<std::int64_t>(sizeof(RowTime)) +
           static_cast<std::int64_t>(kMostBalances * sizeof(double));
}

Result<Prepared> LoadBalanceWork::prepare() {
    const auto rows = static_cast<std::size_t>(m_size_px);
    m_picture.resize(rows * rows);
    m_times.resize(rows);
    m_balances.reserve(kMostBalances);
    Prepared prepared{.quantities = {{"pixels", static_cast<std::int64_t>(m_picture.size()),
                                      "pixel_rate", "px/s"}}};
    if (!m_cpus.empty()) prepared.notes.push_back(pinnedNote(m_cpus));
    return prepared;
}

void LoadBalanceWork::makeRows(int thread) {
    int done = 0;
    for (;;) {
        const RowRange rows = nextRows(m_way.schedule, m_sharing, thread);
        if (rows.isEmpty()) return;
        std::int64_t begin_ns = nowNs();
        for (int row = rows.first; row < rows.last; ++row) {
            if (m_control.stop.stop_requested()) return;
            const auto at = static_cast<std::size_t>(row);
            computeRow(row, m_size_px, &m_picture[at * m_times.size()]);
            const std::int64_t end_ns = nowNs();
            m_times[at] = {thread, begin_ns, end_ns};
            begin_ns = end_ns;
            // The calling thread speaks for all.
            if (thread == 0)
                m_control.progress(std::min(1.0, 1.0 * ++done * m_way.threads / m_size_px));
        }
    }
}

std::vector<double> LoadBalanceWork::busyMs() const {
    std::vector<double> busy(static_cast<std::size_t>(m_way.threads));
    for (const RowTime& row : m_times)
        busy[static_cast<std::size_t>(row.thread)] +=
            static_cast<double>(row.end_ns - row.begin_ns) / kNsPerMs;
    return busy;
}

LoadBalanceWork::Busy LoadBalanceWork::callOnce() {
    m_sharing.restart();
    m_began_ns = nowNs();
    m_team.run([this](int member) { makeRows(member); });
    m_ended_ns = nowNs();
    const std::vector<double> busy = busyMs();
    const Busy of{std::accumulate(busy.begin(), busy.end(), 0.0) / m_way.threads,
                  *std::ranges::max_element(busy)};
    // Of a row of one pixel a coarse clock sees nothing.
    if (of.most_ms > 0 && m_balances.size() < kMostBalances)
        m_balances.push_back(of.mean_ms / of.most_ms);
    return of;
}

Timing LoadBalanceWork::step(int calls) {
    const PinnedTeam pinned(m_cpus, [this](const auto& call) { m_team.run(call); });
    Busy all;
    const std::int64_t start_ns = nowNs();
    for (int i = 0; i < calls && !m_control.stop.stop_requested(); ++i) {
        const Busy one = callOnce();
        all.mean_ms += one.mean_ms;
        all.most_ms += one.most_ms;
    }
    const double wall_ms = msSince(start_ns);
    if (m_control.stop.stop_requested()) throw StepStopped{};
    return {.wall_ms = wall_ms,
            .parts = {{"compute", all.mean_ms}, {"waiting", all.most_ms - all.mean_ms}}};
}

Json LoadBalanceWork::lanes() const {
    const auto lanes = static_cast<std::size_t>(std::min(m_way.threads, kMostLanes));
    const double slot_ns = static_cast<double>(m_ended_ns - m_began_ns) / kLaneSlots;
    std::vector<std::vector<double>> shares(lanes, std::vector<double>(kLaneSlots));
    for (const RowTime& row : m_times) {
        if (static_cast<std::size_t>(row.thread) >= lanes || slot_ns <= 0) continue;
        const double begin = static_cast<double>(row.begin_ns - m_began_ns) / slot_ns,
                     end = static_cast<double>(row.end_ns - m_began_ns) / slot_ns;
        for (int slot = static_cast<int>(begin); slot < kLaneSlots && slot < end; ++slot)
            shares[static_cast<std::size_t>(row.thread)][static_cast<std::size_t>(slot)] +=
                std::min(end, slot + 1.0) - std::max(begin, 1.0 * slot);
    }
    const std::vector<double> busy = busyMs();
    Json out = Json::array();
    for (std::size_t i = 0; i < lanes; ++i) {
        std::string lane;
        for (const double share : shares[i])
            lane +=
                static_cast<char>('0' + static_cast<int>(9 * std::clamp(share, 0.0, 1.0) + 0.5));
        out.push_back({{"busy_ms", busy[i]}, {"lane", lane}});
    }
    return out;
}

Output LoadBalanceWork::output() {
    Output output{
        .fingerprint = Fingerprint{
            .sha256 = sha256Hex(std::as_bytes(std::span(m_picture))).substr(0, kDigestDigits)}};
    if (!m_balances.empty())
        output.metrics.push_back(
            {.id = "balance", .value = median(m_balances), .ci95 = medianInterval(m_balances)});
    output.output["span_ms"] = static_cast<double>(m_ended_ns - m_began_ns) / kNsPerMs;
    output.output["threads"] = lanes();
    return output;
}

}  // namespace duelo
