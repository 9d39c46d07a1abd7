// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/ranks.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "gpu/gpu.h"
#include "machine/clock.h"
#include "machine/machine_sheet.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

constexpr std::int64_t kMostIdBytes = 128;  ///< of a meeting of GPUs
/// Updates that the host may be ahead of the GPU: enough that it never waits for the host.
constexpr std::size_t kJoinsAhead = 4;
constexpr double kSpinMs = 0.2, kLookMs = 50;
constexpr std::chrono::microseconds kNap{50};
constexpr std::chrono::milliseconds kGpuLook{50};

/// Runs what asks the GPUs of others. Throws RanksApart where they are lost.
template <typename Work>
void orApart(const Work& work) {
    try {
        work();
    } catch (const TensorError& error) {
        if (error.kind() != TensorError::Kind::Distributed) throw;
        throw RanksApart(error.what());
    }
}

}  // namespace

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

Ranks::Ranks(RankPlace place) : m_place(place) {}

Ranks::~Ranks() = default;

/// A meeting of GPUs cannot be left once it has begun: a thread of its own waits for them, and
/// stays behind where somebody does not come.
void Ranks::meetGpus(GpuApi& gpu) {
    const Tensor id = ops::zeros({kMostIdBytes}, ScalarType::Byte);
    if (m_place.rank == 0) {
        const std::string made = gpu.peerId();
        std::copy_n(made.begin(), std::min(made.size(), static_cast<std::size_t>(kMostIdBytes)),
                    id.data_ptr<std::uint8_t>());
    }
    spread(id);
    const std::string told(reinterpret_cast<const char*>(id.const_data_ptr<std::uint8_t>()),
                           kMostIdBytes);
    std::packaged_task<std::unique_ptr<GpuPeers>()> meet(
        [&gpu, told, place = m_place] { return gpu.meetPeers(told, place.rank, place.ranks); });
    auto met = meet.get_future();
    std::thread(std::move(meet)).detach();
    while (met.wait_for(kGpuLook) != std::future_status::ready) look();
    orApart([&] { m_peers = met.get(); });
}

void Ranks::leaveGpus() noexcept {
    m_peers.reset();
}

void Ranks::addUp(const Tensor& values) {
    if (!m_peers) return start(values, What::Sum);
    orApart([&] { m_peers->addUp(values); });
}

void Ranks::waitForGpu(std::size_t joins) {
    orApart([&] {
        const std::int64_t beganNs = nowNs();
        for (std::int64_t lookedNs = beganNs; m_peers->pending(joins);) {
            // A sum of a small network is there sooner than a thread that sleeps wakes up.
            if (msSince(beganNs) < kSpinMs) continue;
            std::this_thread::sleep_for(kNap);
            if (msSince(lookedNs) < kLookMs) continue;
            look();
            lookedNs = nowNs();
        }
    });
}

void Ranks::settle() {
    if (m_peers) waitForGpu(0);
}

void Ranks::wait() {
    if (m_peers) {
        m_peers->join();
        return waitForGpu(kJoinsAhead);
    }
    waitNow();
}

void Ranks::addUpNow(const Tensor& numbers) {
    start(numbers, What::Sum);
    waitNow();
}

void Ranks::waitNow() {
    m_arrivedNs.push_back(nowNs());
    finish();
    m_leftNs.push_back(nowNs());
}

void Ranks::gather() {
    start(ops::zeros({1}, ScalarType::Float), What::Sum);
    finish();
    m_arrivedNs.clear();
    m_leftNs.clear();
    if (m_peers) static_cast<void>(m_peers->takeStoodMs());
}

void Ranks::spread(const Tensor& values) {
    start(values, What::Spread);
    finish();
}

/// A sum is there when the last has come and its values have gone round. The steady clock of a PC
/// is the same in all its processes, so the latest arrival tells one from the other.
RankTimes Ranks::takeTimes(std::size_t waits) {
    if (m_peers) {
        m_arrivedNs.clear();
        m_leftNs.clear();
        return {.all_reduce_ms = m_peers->takeStoodMs(), .waiting_ms = {}};
    }
    const std::vector<std::int64_t> arrived = std::exchange(m_arrivedNs, {});
    const std::vector<std::int64_t> left = std::exchange(m_leftNs, {});
    RankTimes times;
    const bool same_clock = m_hosts.size() < 2;
    const auto count = static_cast<std::int64_t>(waits);
    Tensor latest = ops::empty({count}, ScalarType::Long);
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
