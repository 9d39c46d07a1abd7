// SPDX-License-Identifier: Apache-2.0
#ifndef _WIN32

#include "machine/running_measurement.h"

#include <csignal>
#include <string>
#include <system_error>

#include <poll.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <unistd.h>

#include "machine/measuring_lock.h"

namespace duelo {

namespace fs = std::filesystem;

namespace {

class Process final : public RunningMeasurement {
public:
    explicit Process(int fd) : m_fd(fd) {}
    ~Process() override { ::close(m_fd); }

    [[nodiscard]] bool isAlive() const override {
        pollfd end{.fd = m_fd, .events = POLLIN, .revents = 0};
        return ::poll(&end, 1, 0) == 0;
    }
    bool stop() const override {
#ifdef SYS_pidfd_send_signal
        return ::syscall(SYS_pidfd_send_signal, m_fd, SIGTERM, nullptr, 0) == 0;
#else
        return false;
#endif
    }

private:
    int m_fd;  ///< of this process whatever its number is used for later
};

int openProcess([[maybe_unused]] std::int64_t pid) {
#ifdef SYS_pidfd_open
    return static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0));
#else
    return -1;
#endif
}

bool isOfThisUser(const fs::path& process) {
    struct stat status {};
    return ::stat(process.c_str(), &status) == 0 && status.st_uid == ::geteuid();
}

bool hasOpen(const fs::path& process, const fs::path& file) {
    struct stat wanted {};
    if (::stat(file.c_str(), &wanted) != 0) return false;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(process / "fd", error)) {
        struct stat opened {};
        if (::stat(entry.path().c_str(), &opened) == 0 && opened.st_dev == wanted.st_dev &&
            opened.st_ino == wanted.st_ino)
            return true;
    }
    return false;
}

}  // namespace

std::shared_ptr<const RunningMeasurement> RunningMeasurement::find(const std::string& run,
                                                                   const fs::path& file) {
    const auto holder = MeasuringLock::holderOfRun(run);
    if (!holder || holder->pid <= 1 || holder->pid == ::getpid()) return nullptr;
    const int fd = openProcess(holder->pid);
    if (fd < 0) return nullptr;
    // What is looked at by its number is looked at before the descriptor says that it still lives:
    // then it was that process all the time.
    auto process = std::make_shared<const Process>(fd);
    const fs::path folder = fs::path("/proc") / std::to_string(holder->pid);
    if (!isOfThisUser(folder) || !hasOpen(folder, file) || !process->isAlive()) return nullptr;
    return process;
}

// A run has handlers of signals for this (app/interrupts.h).
StopRequest::StopRequest(const std::string&) {}
StopRequest::~StopRequest() = default;
bool StopRequest::wasAsked() const {
    return false;
}

}  // namespace duelo

#endif
