// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "base/child_parts_posix.h"

namespace duelo::posix {

/// Ends the groups of the programs that this process runs, should it end without having done so: by
/// SIGKILL, by a crash. A shell waits for that at the other end of a pipe, whose end the system
/// closes whatever happens, and finds in a file which groups there are. Nobody wakes it before, so
/// that it takes nothing from a program whose time is wanted. Without a shell there is no guard.
class GroupGuard {
public:
    /// Of this process, started by the first call.
    static GroupGuard& ofThisProcess();

    ~GroupGuard();
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;

    /// \returns where it stands; beyond what the file holds, nobody watches over it.
    [[nodiscard]] std::size_t add(int group);
    void remove(std::size_t place);

private:
    GroupGuard();
    void write(std::size_t place, int group);

    std::mutex m_mutex;
    std::vector<bool> m_taken;
    Descriptor m_file, m_alive;
    int m_shell = 0;
};

}  // namespace duelo::posix
