// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Functions and types that the files which start programs share on POSIX systems.
namespace duelo::posix {

/// The bytes that are kept of what a child writes to its standard error: the first ones.
inline constexpr std::size_t kKeptErrors = 4096;

[[nodiscard]] std::string errnoText(int error);

/// Closes it when it goes.
class Descriptor {
public:
    explicit Descriptor(int fd = -1) : m_fd(fd) {}
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return m_fd; }
    void reset(int fd = -1);

private:
    int m_fd;
};

/// The ends of a child, as it sees them.
struct ChildEnds {
    int input = -1;  ///< -1: it has nothing to read
    int output = -1;
    int errors = -1;
    bool own_group = false;  ///< in a process group of its own
    std::string mark{};      ///< "NAME=value", added to its environment; empty: nothing
};

/// 0 and the id of the child, or the errno of a program that could not be started. Whoever has
/// waited for the child calls forgetChild().
[[nodiscard]] int spawnChild(const std::filesystem::path& program,
                             const std::vector<std::string>& arguments, const ChildEnds& ends,
                             int& child);

/// Tells whether this process has started it by spawnChild(), and not waited for it yet.
[[nodiscard]] bool isSpawned(int child);
void forgetChild(int child);

struct ProcessState {
    char state = '?';  ///< as in /proc/PID/stat: 'Z' has ended, and nobody has waited for it
    int parent = 0;
    int group = 0;
};
/// Nothing where the system has no such process, or does not list them.
[[nodiscard]] std::optional<ProcessState> processState(int pid);

/// Keeps a pipe empty, so that a talkative child never blocks. False at its end.
[[nodiscard]] bool drainErrors(int pipe, std::string& errors);

}  // namespace duelo::posix
