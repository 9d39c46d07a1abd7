// SPDX-License-Identifier: Apache-2.0
#ifndef _WIN32

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/places.h"
#include "machine/measuring_lock.h"

namespace duelo {

namespace {

constexpr int kClosed = -1;
constexpr mode_t kForEveryone = 0666;

/// Opens without O_CREAT first: in a sticky folder Linux refuses O_CREAT on a file of another user
/// even where that file is writable (fs.protected_regular). Reading is enough to lock.
int openShared(const std::filesystem::path& path) {
    constexpr int flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    for (int tries = 0; tries < 2; ++tries) {
        int fd = ::open(path.c_str(), O_RDWR | flags);
        if (fd < 0 && errno == EACCES) fd = ::open(path.c_str(), O_RDONLY | flags);
        if (fd >= 0 || errno != ENOENT) return fd;
        fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | flags, kForEveryone);
        if (fd >= 0) {
            ::fchmod(fd, kForEveryone);  // the umask would shut the other users out
            return fd;
        }
        if (errno != EEXIST) return fd;  // else another process was faster: open its file
    }
    return -1;
}

}  // namespace

MeasuringLock::MeasuringLock(MeasuringLock&& other) noexcept
    : m_handle(std::exchange(other.m_handle, kClosed)), m_path(std::move(other.m_path)) {}

MeasuringLock::~MeasuringLock() {
    if (m_handle == kClosed) return;
    const int fd = static_cast<int>(m_handle);
    // The next holder must not be announced with this one's name. Not removed: a file that another
    // process has just opened and one with the same name could then both be locked.
    [[maybe_unused]] const int result = ::ftruncate(fd, 0);
    ::close(fd);
}

Result<MeasuringLock> MeasuringLock::lockFile(const std::filesystem::path& path) {
    const auto unavailable = [&path](const std::string& why) {
        return fail("lock_unavailable", {{"path", utf8(path)}}, why);
    };
    const int fd = openShared(path);
    if (fd < 0) return unavailable(std::generic_category().message(errno));
    MeasuringLock lock(fd, path);
    struct stat status {};
    // A second name could be somebody's file that is not meant to be written.
    if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1) {
        ::close(std::exchange(lock.m_handle, kClosed));
        return unavailable("not a plain file");
    }
    int result = 0;
    do {
        result = ::flock(fd, LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    if (result == 0) return lock;
    const int error = errno;
    ::close(std::exchange(lock.m_handle, kClosed));
    if (error == EWOULDBLOCK) return fail("another_measurement");
    return unavailable(std::generic_category().message(error));
}

std::string MeasuringLock::textOf(const std::filesystem::path& path) {
    // Another user may have put a pipe there, which would be waited for.
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return {};
    std::array<char, 2048> buffer{};
    struct stat status {};
    ssize_t got = 0;
    if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
        got = ::pread(fd, buffer.data(), buffer.size(), 0);
    ::close(fd);
    return {buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

void MeasuringLock::describe(const std::string& text) {
    const int fd = static_cast<int>(m_handle);
    if (::ftruncate(fd, 0) != 0) return;
    [[maybe_unused]] const ssize_t written = ::pwrite(fd, text.data(), text.size(), 0);
}

}  // namespace duelo

#endif
