// SPDX-License-Identifier: Apache-2.0
#include "base/group_guard_posix.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <random>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace duelo::posix {

namespace {

/// A line has this many bytes, so that each can be written by itself.
constexpr std::size_t kLineBytes = 16, kPlaces = 64;

/// Its standard input ends when this process does. Standard output is the file, to be read; $1 is
/// the mark. What starts another while it is ended is met by the next pass.
constexpr const char* kScript = R"(
read -r nothing
while read -r group; do [ "$group" -gt 1 ] && kill -9 -"$group"; done <&1
for pass in 1 2 3 4 5 6 7 8 9 10; do
  found=
  for file in $(grep -Flsxz -- "$1" /proc/[0-9]*/environ); do
    process=${file#/proc/}
    kill -9 "${process%/environ}" && found=1
  done
  [ "$found" ] || break
done
)";

std::string newMark() {
    std::random_device random;
    std::array<char, 2 * 2 * sizeof(unsigned) + 1> digits{};
    std::snprintf(digits.data(), digits.size(), "%08x%08x", random(), random());
    return std::string("DUELO_MEASURES=") + digits.data();
}

/// Opens a file without a name, which is gone when the last who has it open closes it; -1 where
/// there is none.
int namelessFile() {
#ifdef MFD_CLOEXEC
    return ::memfd_create("duelo-groups", MFD_CLOEXEC);
#else
    return -1;
#endif
}

}  // namespace

GroupGuard& GroupGuard::ofThisProcess() {
    static GroupGuard guard;
    return guard;
}

GroupGuard::GroupGuard() : m_mark(newMark()), m_taken(kPlaces, false), m_file(namelessFile()) {
    std::array<int, 2> pipe{-1, -1};
    if (m_file.get() < 0 || ::pipe2(pipe.data(), O_CLOEXEC) != 0) return;
    const Descriptor its_end(pipe[0]), nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    m_alive.reset(pipe[1]);
    for (std::size_t place = 0; place < kPlaces; ++place) write(place, 0);
    // Ctrl+C reaches the whole group of a terminal: this one is in none.
    const ChildEnds ends{
        .input = its_end.get(), .output = m_file.get(), .errors = nowhere.get(), .own_group = true};
    int shell = 0;
    if (spawnChild("/bin/sh", {"-c", kScript, "sh", m_mark}, ends, shell) == 0) m_shell = shell;
}

GroupGuard::~GroupGuard() {
    m_alive.reset();
    while (m_shell != 0 && ::waitpid(m_shell, nullptr, 0) < 0 && errno == EINTR) {
    }
    if (m_shell != 0) forgetChild(m_shell);
}

void GroupGuard::write(std::size_t place, int group) {
    std::string line = std::to_string(group);
    line.resize(kLineBytes - 1, ' ');
    line += '\n';
    // A line that could not be written is a group that nobody watches over.
    static_cast<void>(::pwrite(m_file.get(), line.data(), line.size(),
                               static_cast<off_t>(place * kLineBytes)) < 0);
}

std::size_t GroupGuard::add(int group) {
    const std::lock_guard lock(m_mutex);
    const auto free = std::ranges::find(m_taken, false);
    const auto place = static_cast<std::size_t>(free - m_taken.begin());
    if (free == m_taken.end() || m_shell == 0) return kPlaces;
    *free = true;
    write(place, group);
    return place;
}

void GroupGuard::remove(std::size_t place) {
    const std::lock_guard lock(m_mutex);
    if (place >= kPlaces) return;
    write(place, 0);
    m_taken[place] = false;
}

}  // namespace duelo::posix
