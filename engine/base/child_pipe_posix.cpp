// SPDX-License-Identifier: Apache-2.0
#include "base/child_pipe.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child_parts_posix.h"
#include "base/utf8.h"

namespace duelo {

namespace {

/// Between two looks whether a child that has closed its output is gone, and how often.
constexpr int kLeaveTickMs = 10;
constexpr int kLeaveTicks = 100;

}  // namespace

/// The two pipes are one socket, because writing to a socket can do without the signal that ends
/// whoever writes to a pipe that nobody reads.
struct ChildPipe::Process {
    posix::Descriptor socket, errors;
    pid_t pid = 0;
    ChildExit exit{};
    bool errors_open = true;
    bool gone = false;

    void kill() const { ::kill(-pid, SIGKILL); }
    /// \returns whether it is.
    bool reap(int options) {
        int status = 0;
        pid_t found = 0;
        do found = ::waitpid(pid, &status, options);
        while (found < 0 && errno == EINTR);
        if (found == 0) return false;
        posix::forgetChild(pid);
        exit.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        return gone = true;
    }
    void drain() {
        pollfd rest{.fd = errors.get(), .events = POLLIN, .revents = 0};
        while (errors_open && ::poll(&rest, 1, 0) > 0)
            errors_open = posix::drainErrors(errors.get(), exit.errors);
    }
};

ChildPipe::ChildPipe(std::unique_ptr<Process> process) : m_process(std::move(process)) {}

Result<std::unique_ptr<ChildPipe>> ChildPipe::start(const std::filesystem::path& program,
                                                    const std::vector<std::string>& arguments) {
    auto process = std::make_unique<Process>();
    std::array<int, 2> talk{}, told{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk.data()) != 0)
        return fail("child_no_pipe", Json::object(), posix::errnoText(errno));
    process->socket.reset(talk[0]);
    const posix::Descriptor its_talk(talk[1]);
    if (::pipe2(told.data(), O_CLOEXEC) != 0)
        return fail("child_no_pipe", Json::object(), posix::errnoText(errno));
    process->errors.reset(told[0]);
    const posix::Descriptor its_errors(told[1]);
    const posix::ChildEnds ends{.input = its_talk.get(),
                                .output = its_talk.get(),
                                .errors = its_errors.get(),
                                .own_group = true};
    if (const int error = posix::spawnChild(program, arguments, ends, process->pid); error != 0)
        return fail("child_not_found", {{"program", pathText(program)}}, posix::errnoText(error));
    return std::unique_ptr<ChildPipe>(new ChildPipe(std::move(process)));
}

ChildPipe::~ChildPipe() {
    if (m_process->gone) return;
    leave();
    static_cast<void>(m_process->reap(0));
}

bool ChildPipe::write(std::string_view line) {
    std::string rest(line);
    rest += '\n';
    while (!rest.empty()) {
        const ssize_t sent =
            ::send(m_process->socket.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        rest.erase(0, static_cast<std::size_t>(sent));
    }
    return true;
}

HeardLine ChildPipe::read(const std::stop_token& stop) {
    // Called on the thread that stops: it ends the waiting below.
    const std::stop_callback wake(stop,
                                  [fd = m_process->socket.get()] { ::shutdown(fd, SHUT_RDWR); });
    for (;;) {
        if (stop.stop_requested()) return {.what = HeardLine::What::Stopped};
        if (const std::size_t end = m_heard.find('\n'); end != std::string::npos) {
            HeardLine line{.what = HeardLine::What::Line, .text = m_heard.substr(0, end)};
            m_heard.erase(0, end + 1);
            return line;
        }
        std::array<pollfd, 2> ready{
            {{.fd = m_process->socket.get(), .events = POLLIN, .revents = 0},
             {.fd = m_process->errors_open ? m_process->errors.get() : -1,
              .events = POLLIN,
              .revents = 0}}};
        if (::poll(ready.data(), ready.size(), -1) < 0) {
            if (errno == EINTR) continue;
            return {};
        }
        if (ready[1].revents != 0)
            m_process->errors_open =
                posix::drainErrors(m_process->errors.get(), m_process->exit.errors);
        if (ready[0].revents == 0) continue;
        std::array<char, 4096> buffer{};
        const ssize_t got = ::recv(m_process->socket.get(), buffer.data(), buffer.size(), 0);
        if (got > 0) {
            m_heard.append(buffer.data(), static_cast<std::size_t>(got));
        } else if (got == 0 || errno != EINTR) {
            if (stop.stop_requested()) return {.what = HeardLine::What::Stopped};
            return {};
        }
    }
}

void ChildPipe::leave() {
    if (!m_process->gone) m_process->kill();
}

ChildExit ChildPipe::end() {
    for (int i = 0; i < kLeaveTicks && !m_process->reap(WNOHANG); ++i) {
        m_process->drain();
        ::poll(nullptr, 0, kLeaveTickMs);
    }
    if (!m_process->gone) {
        m_process->kill();
        static_cast<void>(m_process->reap(0));
    }
    m_process->drain();
    return m_process->exit;
}

}  // namespace duelo
