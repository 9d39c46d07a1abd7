// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "measure/work.h"

namespace duelo {

/// The time that rank 0 waits for a sign of another process: each tells several times a second that
/// it computes or waits.
inline constexpr double kRankLimit_s = 30;

/// A folder of this process alone, in which ranks on the same PC meet; gone with the object.
class MeetingFolder {
public:
    /// Makes a folder. Reason: "meeting_failed" {place} where the system gives none.
    [[nodiscard]] static Result<std::unique_ptr<MeetingFolder>> make();
    ~MeetingFolder();
    MeetingFolder(const MeetingFolder&) = delete;
    MeetingFolder& operator=(const MeetingFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    explicit MeetingFolder(std::filesystem::path path) : m_path(std::move(path)) {}
    const std::filesystem::path m_path;
};

/// The processes beside rank 0's, each the work of one in a child engine. All do the same at a
/// time, and rank 0 with them. A thread for each waits for what it says.
class RankTeam {
public:
    /// Makes the work of a rank, from 1 on.
    using MakeRank = std::function<std::unique_ptr<Work>(int rank)>;

    RankTeam(int ranks, const MakeRank& make, CallControl control, double limit_s);
    /// Ends them all.
    ~RankTeam();
    RankTeam(const RankTeam&) = delete;
    RankTeam& operator=(const RankTeam&) = delete;

    /// Lets all begin with that.
    void prepare();
    void step();
    /// Waits until all are done with that. Throws as check().
    void wait();
    /// Called while rank 0 waits, which it says to whoever watches over it. Throws StepStopped
    /// where the user has stopped, and WorkFailed where one is lost: "rank_died" {process, ranks,
    /// code} with its last words, "rank_hangs" {process, ranks, limit_s}, or what it could not do
    /// itself.
    void check();
    /// Explains that the sums of rank 0 have ended without a result: throws why, as check(), once
    /// it is known, or WorkFailed "ranks_apart" {ranks} with `what`.
    [[noreturn]] void explain(const std::string& what);

private:
    struct Member {
        std::unique_ptr<Work> work;
        std::function<void(Work&)> task;  ///< the task of the rank; empty: none
        bool busy = false;
        std::int64_t heardNs = 0;
        std::exception_ptr failure;
        std::jthread thread;
    };

    void begin(const std::function<void(Work&)>& task);
    void serve(Member& member);
    void heard(Member& member);
    /// Says why one is lost; the caller holds m_mutex.
    [[nodiscard]] std::optional<Reason> whyLost() const;

    const int m_ranks;
    const CallControl m_control;
    const double m_limit_s;
    std::stop_source m_stop;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::vector<std::unique_ptr<Member>> m_members;
};

}  // namespace duelo
