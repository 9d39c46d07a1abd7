// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/result.h"
#include "tensor/tensor.h"

namespace duelo {

class GpuApi;
class GpuPeers;

/// The place of this process among several that train one network together; rank 0 tells what they
/// have found.
struct RankPlace {
    int rank = 0, ranks = 1;

    [[nodiscard]] bool isAlone() const { return ranks == 1; }
};

/// The rows of a batch that one process learns from: `count` of its `whole`, from `first` on.
struct RowShare {
    std::int64_t first = 0, count = 0, whole = 0;
};
/// Returns the rows of one rank. They are shared as evenly as they go, in the order of the ranks;
/// some ranks have none where there are fewer rows.
[[nodiscard]] RowShare shareOf(std::int64_t rows, RankPlace place);

/// The meeting place of the processes. On one PC it is a folder of their own: connections then do
/// not leave the PC, and a process that waits knows which others are still there. Else it is the
/// address of a store that rank 0 or another program serves. That store does not check who
/// connects.
struct Meeting {
    std::filesystem::path folder{};
    std::string address{};  ///< with `folder` empty
    int port = 0;
    bool serves = false;  ///< rank 0 starts the store there
    std::string name{};   ///< of this meeting among those at the same address
    std::string host{};   ///< the name of this PC; empty: as the system says
    Json machine{};       ///< its sheet, which the others are told; null: none
};

/// A PC on which ranks run.
struct RankHost {
    std::string name{};
    Json machine{};  ///< the sheet that the first rank on it has told
    int ranks = 0;
};

/// The time that rank 0's thread stood in the sums of an epoch's updates, or its GPU by the GPU's
/// clock. `waiting_ms` is the time until the last process had come; it is absent where the
/// processes have no common clock and nobody can tell it apart, as with two GPUs.
struct RankTimes {
    double all_reduce_ms = 0;
    std::optional<double> waiting_ms{};
};

/// The failure of a sum whose other processes are gone, in the library's own words. A
/// std::exception, because autograd can carry no other through its threads.
struct RanksApart final : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Returns a note for the record on the PCs that worked: "ranks_on_hosts" {ranks, hosts, address,
/// machines}, where `machines` has {host, ranks, machine} of each PC, the last as a header has its
/// own.
[[nodiscard]] Reason hostsNote(const std::vector<RankHost>& hosts, const std::string& address);

/// Says why this build has no processes: "processes_not_built". Nothing where it has.
[[nodiscard]] std::optional<Reason> whyNoProcesses();

/// Adds up values of several processes over LibTorch's c10d with Gloo (TCP), and values on their
/// GPUs over NCCL. Each process must ask for the same in the same order. For one thread. Everything
/// that waits calls `waiting` some twenty times a second, and throws what that throws or
/// RanksApart.
class Ranks {
public:
    using Waiting = std::function<void()>;

    /// Waits `limit_s` for the others, in a folder or at a name as long as `waiting` does. `equal`
    /// is what all must agree on, values by name: those of a process that has others are refused by
    /// all. Reasons: whyNoProcesses(), "rank_absent" {process, ranks, limit_s},
    /// "rank_other_version", "rank_other_plan", "rank_other_data" {process, ranks, here, there},
    /// "meeting_failed" {place} with the library's words.
    [[nodiscard]] static Result<std::unique_ptr<Ranks>> meet(RankPlace place,
                                                             const Meeting& meeting,
                                                             const Json& equal, double limit_s,
                                                             Waiting waiting);
    virtual ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    [[nodiscard]] RankPlace place() const { return m_place; }
    /// The PCs that they run on, in the order of their first ranks.
    [[nodiscard]] const std::vector<RankHost>& hosts() const { return m_hosts; }

    /// Lets the GPUs of all processes meet, here `gpu`, whose measuring stream the worker holds:
    /// what addUp() takes lies on it from now on.
    void meetGpus(GpuApi& gpu);
    /// Ends what goes on there, so that the GPU can be waited for though others are lost or stop.
    void leaveGpus() noexcept;

    /// Begins to replace fp32 values, contiguous and on the CPU, or on the GPU where those have
    /// met, by their sums over all processes.
    void addUp(const Tensor& values);
    /// Waits for all sums that were begun; on the CPU that is one of waits(). On a GPU its own work
    /// waits for them and the host goes on, some updates ahead of it at most.
    void wait();
    /// Waits until the GPU has come to the end of all that was added up on it. Only then may a
    /// caller wait for the GPU itself.
    void settle();
    /// Replaces numbers of the host by their sums at once. That is one of waits().
    void addUpNow(const Tensor& numbers);
    /// Waits until all processes are here; forgets the waits before.
    void gather();
    /// Gives everybody what rank 0 has.
    void spread(const Tensor& values);

    /// Waits since the last takeTimes().
    [[nodiscard]] std::size_t waits() const { return m_arrivedNs.size(); }
    /// Returns the times of the first `waits` waits and forgets all of them. Asks the others.
    [[nodiscard]] RankTimes takeTimes(std::size_t waits);

protected:
    enum class What { Sum, Most, Spread };

    explicit Ranks(RankPlace place);
    virtual void start(const Tensor& values, What what) = 0;
    virtual void finish() = 0;
    /// Throws what `waiting` throws; called while this process waits here.
    virtual void look() = 0;
    void setHosts(std::vector<RankHost> hosts);

private:
    void waitNow();
    void waitForGpu(std::size_t joins);

    const RankPlace m_place;
    std::vector<RankHost> m_hosts;
    std::unique_ptr<GpuPeers> m_peers;  ///< once the GPUs have met
    std::vector<std::int64_t> m_arrivedNs, m_leftNs;
};

}  // namespace duelo
