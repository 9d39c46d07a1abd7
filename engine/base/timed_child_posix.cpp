// SPDX-License-Identifier: Apache-2.0
#include "base/timed_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "base/adopted_children_posix.h"
#include "base/child_parts_posix.h"
#include "base/group_guard_posix.h"
#include "base/utf8.h"

namespace duelo {

namespace {

using Clock = std::chrono::steady_clock;
using How = TimedExit::How;

/// Also where the system cannot tell a waiting parent of the end.
constexpr long kFineTickNs = 200'000;
/// A pipe with this much room is emptied from time to time, soon again after much of it was full:
/// who waits for it wakes when the program closes it too, and takes the processor from its last
/// steps. That was 5 % of a program of half a millisecond.
constexpr int kRoomBytes = 1 << 20;
constexpr std::size_t kMuchBytes = kRoomBytes / 4;
constexpr long kShortPauseNs = 1'000'000, kLongPauseNs = 10'000'000;

double sinceMs(Clock::time_point from) {
    return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

double msOf(const timeval& time) {
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
}

/// A descriptor that can be waited for until the process has ended; -1: there is none.
int endOf(pid_t pid) {
#ifdef SYS_pidfd_open
    return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
#else
    static_cast<void>(pid);
    return -1;
#endif
}

/// The peak of a process and of those that it has started, each by itself.
std::int64_t treePeakBytes(pid_t pid, int depth = 0) {
    constexpr int kDeepest = 8;
    constexpr std::int64_t kKibi = 1024;
    const std::string folder = "/proc/" + std::to_string(pid);
    std::int64_t bytes = 0;
    std::ifstream status(folder + "/status");
    for (std::string word; status >> word;)
        if (word == "VmHWM:" && status >> bytes) break;
    bytes *= kKibi;
    std::ifstream children(folder + "/task/" + std::to_string(pid) + "/children");
    for (pid_t child = 0; depth < kDeepest && children >> child;)
        bytes += treePeakBytes(child, depth + 1);
    return bytes;
}

/// Tells whether a process of the group is at work: one that has ended and that nobody has waited
/// for holds nothing up.
bool groupLives(pid_t group) {
    if (::kill(-group, 0) != 0) return false;
    std::error_code error;
    bool listed = false;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
        const std::string name = entry.path().filename().string();
        pid_t pid = 0;
        std::from_chars(name.data(), name.data() + name.size(), pid);
        const auto process = pid > 0 ? posix::processState(pid) : std::nullopt;
        if (!process) continue;
        listed = true;
        if (process->group == group && process->state != 'Z' && process->state != 'X') return true;
    }
    return !listed;  // nothing but the answer of kill() is known
}

/// A program at work, which does not outlive this, nor this process.
class Running {
public:
    explicit Running(const TimedCommand& command) : m_command(command) {}
    ~Running() {
        if (m_pid != 0) end();
        if (m_guarded) m_guard.remove(*m_guarded);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    Result<void> start() {
        std::array<int, 2> output{}, errors{};
        if (::pipe2(output.data(), O_CLOEXEC) != 0)
            return fail("child_no_pipe", Json::object(), posix::errnoText(errno));
        m_output.reset(output[0]);
        const posix::Descriptor its_output(output[1]);
        if (::pipe2(errors.data(), O_CLOEXEC) != 0)
            return fail("child_no_pipe", Json::object(), posix::errnoText(errno));
        m_errors.reset(errors[0]);
        const posix::Descriptor its_errors(errors[1]);
        for (const int ours : {output[0], errors[0]}) ::fcntl(ours, F_SETFL, O_NONBLOCK);
        m_roomy = hasRoom(output[0]) && hasRoom(errors[0]);
        const posix::ChildEnds ends{.output = its_output.get(),
                                    .errors = its_errors.get(),
                                    .own_group = true,
                                    .mark = m_guard.mark()};
        m_started = Clock::now();
        int pid = 0;
        if (const int error = posix::spawnChild(m_command.program, m_command.arguments, ends, pid);
            error != 0)
            return fail("child_not_found", {{"program", pathText(m_command.program)}},
                        posix::errnoText(error));
        m_exit.start_ms = sinceMs(m_started);
        m_pid = pid;
        m_guarded = m_guard.add(m_pid);
        m_end.reset(endOf(m_pid));
        return {};
    }

    TimedExit finish(const std::function<bool()>& tick) {
        while (!hasEnded()) {
            drain();
            if (m_command.watch_memory)
                m_exit.peak_bytes = std::max(m_exit.peak_bytes, treePeakBytes(m_pid));
            if (m_exit.output.size() > m_command.most_output_bytes)
                return endedAs(How::TooMuchOutput);
            if (sinceMs(m_started) > m_command.limit_ms) return endedAs(How::OutOfTime);
            if (tick && !tick()) return endedAs(How::Stopped);
        }
        const int status = reap();
        if (WIFSIGNALED(status)) m_exit.how = How::Signalled;
        m_exit.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
        drain();
        if (m_exit.output.size() > m_command.most_output_bytes) m_exit.how = How::TooMuchOutput;
        const bool group_lives = groupLives(m_group);
        if (group_lives) ::kill(-m_group, SIGKILL);
        if (endAdopted() || group_lives) m_exit.how = How::LeftBehind;
        return std::move(m_exit);
    }

private:
    static bool hasRoom(int pipe) {
#ifdef F_SETPIPE_SZ
        return ::fcntl(pipe, F_SETPIPE_SZ, kRoomBytes) >= kRoomBytes;
#else
        static_cast<void>(pipe);
        return false;
#endif
    }

    /// Waits a moment for that; where the pipes are small, for anything to be read too.
    bool hasEnded() {
        std::array<pollfd, 3> ready{{{.fd = m_end.get(), .events = POLLIN, .revents = 0},
                                     {.fd = m_output.get(), .events = POLLIN, .revents = 0},
                                     {.fd = m_errors.get(), .events = POLLIN, .revents = 0}}};
        const bool fine = m_command.watch_memory || m_end.get() < 0;
        const timespec tick{.tv_sec = 0, .tv_nsec = fine ? kFineTickNs : m_pauseNs};
        ::ppoll(ready.data(), m_roomy ? 1 : ready.size(), &tick, nullptr);
        const double now_ms = sinceMs(m_started);
        if (m_end.get() >= 0 && ready[0].revents == 0) return false;
        siginfo_t told{};
        if (::waitid(P_PID, static_cast<id_t>(m_pid), &told, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            told.si_pid != m_pid)
            return false;
        m_exit.wall_ms = now_ms;
        return true;
    }

    void drain() {
        std::array<char, 1 << 16> buffer{};
        const std::size_t before = m_exit.output.size();
        while (m_output.get() >= 0 && m_exit.output.size() <= m_command.most_output_bytes) {
            const ssize_t got = ::read(m_output.get(), buffer.data(), buffer.size());
            if (got == 0) m_output.reset();  // closed: it would always be ready
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            m_exit.output.append(buffer.data(), static_cast<std::size_t>(got));
        }
        m_pauseNs = m_exit.output.size() - before > kMuchBytes
                        ? kShortPauseNs
                        : std::min(2 * m_pauseNs, kLongPauseNs);
        // Some of it at a time: who writes without end must not keep this from looking at the
        // clock.
        constexpr int kAtOnce = 64;
        pollfd rest{.fd = m_errors.get(), .events = POLLIN, .revents = 0};
        for (int i = 0; i < kAtOnce && m_errors.get() >= 0 && ::poll(&rest, 1, 0) > 0; ++i)
            if (!posix::drainErrors(m_errors.get(), m_exit.errors)) m_errors.reset();
    }

    int reap() {
        int status = 0;
        rusage used{};
        while (::wait4(m_pid, &status, 0, &used) < 0 && errno == EINTR) {
        }
        posix::forgetChild(m_pid);
        m_group = std::exchange(m_pid, 0);
        m_exit.user_ms = msOf(used.ru_utime);
        m_exit.system_ms = msOf(used.ru_stime);
        // Between its start and its own first page a program is this one, whose peak the system
        // counts as its own.
        constexpr std::int64_t kKibi = 1024;
        rusage own{};
        ::getrusage(RUSAGE_SELF, &own);
        if (used.ru_maxrss > own.ru_maxrss)
            m_exit.peak_bytes = std::max<std::int64_t>(m_exit.peak_bytes, kKibi * used.ru_maxrss);
        return status;
    }

    void end() {
        ::kill(-m_pid, SIGKILL);
        static_cast<void>(reap());
        endAdopted();
    }

    /// \returns whether there was anything to end.
    bool endAdopted() {
        const auto ended = m_adopted.end();
        m_exit.not_stopped.assign(ended.alive.begin(), ended.alive.end());
        return ended.any;
    }

    TimedExit endedAs(How how) {
        end();
        m_exit.wall_ms = sinceMs(m_started);
        m_exit.how = how;
        return std::move(m_exit);
    }

    const TimedCommand& m_command;
    posix::GroupGuard& m_guard = posix::GroupGuard::ofThisProcess();
    std::optional<std::size_t> m_guarded;  ///< its place there
    posix::AdoptedChildren m_adopted;
    posix::Descriptor m_output, m_errors, m_end;
    Clock::time_point m_started;
    bool m_roomy = false;
    long m_pauseNs = kShortPauseNs;
    pid_t m_pid = 0, m_group = 0;
    TimedExit m_exit;
};

}  // namespace

Result<TimedExit> runTimed(const TimedCommand& command, const std::function<bool()>& tick) {
    Running running(command);
    if (auto started = running.start(); !started) return tl::unexpected(started.error());
    return running.finish(tick);
}

}  // namespace duelo
