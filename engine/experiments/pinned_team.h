// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "measure/work.h"

/// Threads that keep to a core each (S4-27), of every experiment with pinningAxis(): its maker asks
/// for the processors of a cell and refuses what has none, its work binds the threads that share
/// its calls before the clock is read and lets them go after.
namespace duelo {

/// Returns the logical processors that the threads of a cell keep to, one of each core and as many
/// as it has threads; empty where it does not ask for that. They begin behind kFirstCore.
/// `processes`: so many with as many threads each begin with this one, and all must have some.
/// Reasons: "pinning_not_here" where the system binds no thread, "pinning_needs_cores" {threads,
/// cores} of all processes.
[[nodiscard]] Result<std::vector<int>> pinnedCpus(const Params& variant, std::size_t processes = 1);

/// Returns a core for each of several threads of a work that binds them unasked; empty for one, and
/// where the system binds none or has too few.
[[nodiscard]] std::vector<int> coresFor(int threads);

/// Returns "pinned_to" {cpus}: which they were, for the record.
[[nodiscard]] Reason pinnedNote(const std::vector<int>& cpus);

/// Keeps the calling thread to one logical processor while it lives; afterwards the thread goes
/// where it went before. It ends on the thread that it began on.
class PinnedThread {
public:
    explicit PinnedThread(int cpu);
    ~PinnedThread();
    PinnedThread(const PinnedThread&) = delete;
    PinnedThread& operator=(const PinnedThread&) = delete;

    /// Returns whether the system did not let it.
    [[nodiscard]] bool refused() const { return m_refused; }

private:
    const std::vector<int> m_before;
    bool m_refused = false;
};

/// Calls a function once on each of the threads that share the calls of a work, with their numbers
/// from 0, and always the same thread by the same number.
using EachThread = std::function<void(const std::function<void(int thread)>& call)>;

/// Returns what reaches the calling thread alone.
[[nodiscard]] EachThread thisThread();

/// Keeps each of a work's threads to its own one of these processors while it lives; with an empty
/// list it does nothing. Throws WorkFailed with "pinning_refused" {cpu}.
class PinnedTeam {
public:
    PinnedTeam(const std::vector<int>& cpus, EachThread each);
    ~PinnedTeam();
    PinnedTeam(const PinnedTeam&) = delete;
    PinnedTeam& operator=(const PinnedTeam&) = delete;

private:
    void letGo();

    const EachThread m_each;
    std::vector<std::optional<PinnedThread>> m_threads;
};

/// "pinning_refused" {cpu}.
[[nodiscard]] WorkFailed pinningRefused(int cpu);

/// A thread takes over where the one that starts it may go. While this lives the calling thread
/// keeps to no core, so that helpers which are no part of the team do not share one with it.
class UnpinnedHelpers {
public:
    UnpinnedHelpers();
    ~UnpinnedHelpers();
    UnpinnedHelpers(const UnpinnedHelpers&) = delete;
    UnpinnedHelpers& operator=(const UnpinnedHelpers&) = delete;

private:
    std::vector<int> m_bound{};  ///< empty: it kept to none
};

}  // namespace duelo
