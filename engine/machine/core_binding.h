// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

namespace duelo {

/// Threads that stay on a core: which cores there are, and how a thread gets to its own. Reading
/// the machine takes some milliseconds, so whoever needs it keeps it; made before any thread of
/// this process was bound, or it takes that thread's core for all there is.
class CoreBinding {
public:
    CoreBinding();
    ~CoreBinding();
    CoreBinding(const CoreBinding&) = delete;
    CoreBinding& operator=(const CoreBinding&) = delete;

    /// One logical processor of each physical core that this process may use, as the system numbers
    /// them: those of the fastest kind first, neighbours beside each other.
    [[nodiscard]] const std::vector<int>& cores() const { return m_cores; }
    /// Tells whether this system lets a thread be bound: not where it has no such call, and not
    /// where what hwloc was given describes another machine.
    [[nodiscard]] bool canBind() const;

    /// Binds the calling thread to a processor; returns false where the system refuses it.
    [[nodiscard]] bool bindThisThread(int cpu) const;
    /// Returns the processors that the calling thread may use now; empty where the system does not
    /// tell.
    [[nodiscard]] std::vector<int> cpusOfThisThread() const;
    /// Lets the calling thread go there again, wherever it was bound since.
    void putThisThreadBack(const std::vector<int>& cpus) const;

private:
    class Machine;
    std::unique_ptr<Machine> m_machine;
    std::vector<int> m_cores;
};

}  // namespace duelo
