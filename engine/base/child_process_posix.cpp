// SPDX-License-Identifier: Apache-2.0
#include "base/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child_parts_posix.h"
#include "base/printable.h"
#include "base/utf8.h"

namespace duelo {

namespace posix {

namespace {

struct SpawnActions {
    SpawnActions() { posix_spawn_file_actions_init(&actions); }
    ~SpawnActions() { posix_spawn_file_actions_destroy(&actions); }
    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;
    posix_spawn_file_actions_t actions{};
};

struct SpawnAttributes {
    SpawnAttributes() { posix_spawnattr_init(&attributes); }
    ~SpawnAttributes() { posix_spawnattr_destroy(&attributes); }
    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;
    posix_spawnattr_t attributes{};
};

std::mutex s_spawnedMutex;
std::set<int> s_spawned;  ///< and not waited for yet

}  // namespace

std::string errnoText(int error) {
    return std::generic_category().message(error);
}

void Descriptor::reset(int fd) {
    if (m_fd >= 0) ::close(m_fd);
    m_fd = fd;
}

int spawnChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
               const ChildEnds& ends, int& child) {
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    std::string mark = ends.mark;
    std::vector<char*> surroundings;
    for (char* const* word = environ; *word != nullptr; ++word) surroundings.push_back(*word);
    if (!mark.empty()) surroundings.push_back(mark.data());
    surroundings.push_back(nullptr);
    SpawnActions files;
    if (ends.input < 0)
        posix_spawn_file_actions_addopen(&files.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&files.actions, ends.input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files.actions, ends.output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files.actions, ends.errors, STDERR_FILENO);
    SpawnAttributes how;
    // Whoever ignores that its own reader leaves would hand that on.
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawnattr_setsigdefault(&how.attributes, &usual);
    posix_spawnattr_setflags(
        &how.attributes,
        static_cast<short>(POSIX_SPAWN_SETSIGDEF | (ends.own_group ? POSIX_SPAWN_SETPGROUP : 0)));
    pid_t pid = 0;
    // Whoever looks for children that are not in the list must not see this one before it is.
    const std::lock_guard lock(s_spawnedMutex);
    const int error = ::posix_spawnp(&pid, argv[0], &files.actions, &how.attributes, argv.data(),
                                     surroundings.data());
    if (error == 0) s_spawned.insert(pid);
    child = pid;
    return error;
}

bool isSpawned(int child) {
    const std::lock_guard lock(s_spawnedMutex);
    return s_spawned.contains(child);
}

void forgetChild(int child) {
    const std::lock_guard lock(s_spawnedMutex);
    s_spawned.erase(child);
}

bool drainErrors(int pipe, std::string& errors) {
    std::array<char, 1024> buffer{};
    const ssize_t got = ::read(pipe, buffer.data(), buffer.size());
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    const auto room = kKeptErrors - std::min(errors.size(), kKeptErrors);
    errors.append(buffer.data(), std::min(static_cast<std::size_t>(got), room));
    return got > 0;
}

}  // namespace posix

namespace {

using posix::Descriptor;
using posix::errnoText;

constexpr int kTickMs = 100;

ChildExit waitFor(pid_t child, int pipe, const std::function<bool()>& tick) {
    ChildExit exit;
    int status = 0;
    bool open = true;
    // Two ends to look for: the pipe may outlive the child in a grandchild's hands.
    while (::waitpid(child, &status, WNOHANG) == 0) {
        pollfd wait{.fd = open ? pipe : -1, .events = POLLIN, .revents = 0};
        if (::poll(&wait, 1, open ? kTickMs : kTickMs / 10) > 0)
            open = posix::drainErrors(pipe, exit.errors);
        if (!exit.stopped && tick && !tick()) {
            exit.stopped = true;
            ::kill(child, SIGTERM);
        }
    }
    posix::forgetChild(child);
    pollfd rest{.fd = pipe, .events = POLLIN, .revents = 0};
    while (open && ::poll(&rest, 1, 0) > 0) open = posix::drainErrors(pipe, exit.errors);
    exit.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return exit;
}

}  // namespace

Result<ChildExit> runChild(const std::filesystem::path& program,
                           const std::vector<std::string>& arguments,
                           const std::filesystem::path& output, const std::function<bool()>& tick) {
    const Json path{{"path", pathText(output)}};
    const Descriptor file(
        ::open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (file.get() < 0) return fail("child_output", path, errnoText(errno));
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) return fail("child_output_busy", path);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail("child_output", path, errnoText(errno));
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    int child = 0;
    const posix::ChildEnds seen{.output = file.get(), .errors = writing.get()};
    if (const int error = posix::spawnChild(program, arguments, seen, child); error != 0)
        return fail("child_not_found", {{"program", pathText(program)}}, errnoText(error));
    writing.reset();
    return waitFor(child, reading.get(), tick);
}

}  // namespace duelo
