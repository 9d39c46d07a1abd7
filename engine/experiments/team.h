// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "experiments/waited_int.h"

namespace duelo {

/// Threads that stay, and share the calls of one work: what a call pays is to wake them and to wait
/// for them. Threads that are started for each call cost many times that.
class Team {
public:
    using Job = std::function<void(int member)>;

    /// The calling thread is member 0. Throws std::system_error where there are no more threads.
    explicit Team(int threads);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    [[nodiscard]] int threads() const { return static_cast<int>(m_helpers.size()) + 1; }
    /// Calls `job` once for each member; returns when all are over. It must not throw.
    void run(const Job& job);

    /// Returns where the part of `member` of `count` things begins; begin(threads()) is the end.
    /// Parts begin at multiples of `grain`.
    [[nodiscard]] std::size_t begin(int member, std::size_t count, std::size_t grain) const;

private:
    void help(int member);
    void release();

    std::vector<std::thread> m_helpers;
    const Job* m_job = nullptr;  ///< null: there is nothing more to come
    WaitedInt m_round{0}, m_busy{0};
};

}  // namespace duelo
