// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "base/child_parts_posix.h"

namespace duelo::posix {

/// Ends the programs that this process runs, should it end without having done so: by SIGKILL, by a
/// crash. A shell waits for that at the other end of a pipe, whose end the system closes whatever
/// happens, and finds in a file which process groups there are. Nobody wakes it before, so that it
/// takes nothing from a program whose time is wanted. Without a shell there is no guard.
///
/// A process that has left its group for a session of its own is known by the mark, a variable in
/// the environment of every program, which it has inherited; one that has cleared its environment,
/// or become another user's, lives on. The mark always has the same length: the place of a
/// program's stack, and with it its speed, depends on the size of its environment.
class GroupGuard {
public:
    /// Returns the guard of this process, which the first call starts.
    static GroupGuard& ofThisProcess();

    ~GroupGuard();
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;

    /// \returns where it stands; beyond what the file holds, nobody watches over it.
    [[nodiscard]] std::size_t add(int group);
    void remove(std::size_t place);
    /// Returns the text for ChildEnds::mark.
    [[nodiscard]] const std::string& mark() const { return m_mark; }

private:
    GroupGuard();
    void write(std::size_t place, int group);

    const std::string m_mark;
    std::mutex m_mutex;
    std::vector<bool> m_taken;
    Descriptor m_file, m_alive;
    int m_shell = 0;
};

}  // namespace duelo::posix
