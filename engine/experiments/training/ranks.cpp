// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/ranks.h"

#include <algorithm>
#include <utility>

#include <ATen/ATen.h>

#include "machine/clock.h"
#include "machine/machine_sheet.h"

namespace duelo {

RowShare shareOf(std::int64_t rows, RankPlace place) {
    const std::int64_t first = rows * place.rank / place.ranks;
    return {first, rows * (place.rank + 1) / place.ranks - first, rows};
}

Reason hostsNote(const std::vector<RankHost>& hosts, const std::string& address) {
    std::string names;
    Json machines = Json::array();
    int ranks = 0;
    for (const RankHost& host : hosts) {
        const MachineSheet sheet = sheetFrom<MachineSheet>(host.machine);
        names += (names.empty() ? "" : "; ") + host.name;
        if (!sheet.cpu.name.empty()) names += " (" + sheet.cpu.name + ")";
        ranks += host.ranks;
        machines.push_back({{"host", host.name}, {"ranks", host.ranks}, {"machine", host.machine}});
    }
    return {"ranks_on_hosts",
            {{"ranks", ranks}, {"hosts", names}, {"address", address}, {"machines", machines}},
            {}};
}

void Ranks::setHosts(std::vector<RankHost> hosts) {
    m_hosts = std::move(hosts);
}

void Ranks::wait() {
    m_arrivedNs.push_back(nowNs());
    finish();
    m_leftNs.push_back(nowNs());
}

void Ranks::gather() {
    start(at::zeros({1}, at::kFloat), What::Sum);
    finish();
    m_arrivedNs.clear();
    m_leftNs.clear();
}

void Ranks::spread(const at::Tensor& values) {
    start(values, What::Spread);
    finish();
}

/// A sum is there when the last has come and its values have gone round. The steady clock of a PC
/// is the same in all its processes, so the latest arrival tells one from the other.
RankTimes Ranks::takeTimes(std::size_t waits) {
    const std::vector<std::int64_t> arrived = std::exchange(m_arrivedNs, {});
    const std::vector<std::int64_t> left = std::exchange(m_leftNs, {});
    RankTimes times;
    const bool same_clock = m_hosts.size() < 2;
    const auto count = static_cast<std::int64_t>(waits);
    at::Tensor latest = at::empty({count}, at::kLong);
    auto* const latestNs = latest.data_ptr<std::int64_t>();
    std::copy_n(arrived.begin(), waits, latestNs);
    if (same_clock && count > 0) {
        start(latest, What::Most);
        finish();
    }
    double waiting_ms = 0;
    for (std::size_t i = 0; i < waits; ++i) {
        const std::int64_t beganNs = std::min(latestNs[i], left[i]);
        waiting_ms += static_cast<double>(beganNs - arrived[i]) / kNsPerMs;
        times.all_reduce_ms += static_cast<double>(left[i] - beganNs) / kNsPerMs;
    }
    if (same_clock) times.waiting_ms = waiting_ms;
    return times;
}

}  // namespace duelo
