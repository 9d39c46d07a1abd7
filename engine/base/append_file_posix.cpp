// SPDX-License-Identifier: Apache-2.0
#ifndef _WIN32

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/append_file.h"
#include "base/places.h"

namespace duelo {

namespace {

constexpr int kClosed = -1;

/// Codes that the calls of this file have in common.
tl::unexpected<Reason> failureOf(int error, const std::filesystem::path& path) {
    const char* code = "write_failed";
    if (error == ENOSPC || error == EDQUOT) code = "disk_full";
    if (error == EACCES || error == EPERM || error == EROFS) code = "not_writable";
    if (error == EEXIST) code = "file_exists";
    return fail(code, {{"path", utf8(path)}}, std::generic_category().message(error));
}

/// fdatasync also writes the length that is needed to read the data back.
int syncData(int fd) {
#ifdef __APPLE__
    return ::fcntl(fd, F_FULLFSYNC);
#else
    return ::fdatasync(fd);
#endif
}

/// A new name is on the disk only when its folder is. Some network file systems refuse this; the
/// file itself is no worse for it.
void syncFolder(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.parent_path();
    const int fd =
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    ::fsync(fd);
    ::close(fd);
}

}  // namespace

AppendFile::AppendFile(Handle handle, std::filesystem::path path)
    : m_handle(handle), m_path(std::move(path)) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : m_handle(std::exchange(other.m_handle, kClosed)),
      m_path(std::move(other.m_path)),
      m_size(other.m_size) {}

AppendFile::~AppendFile() {
    if (m_handle != kClosed) ::close(static_cast<int>(m_handle));
}

tl::unexpected<Reason> AppendFile::failure(int error) const {
    return failureOf(error, m_path);
}

Result<AppendFile> AppendFile::locked(Handle handle, const std::filesystem::path& path) {
    AppendFile file(handle, path);
    struct stat status {};
    if (::fstat(static_cast<int>(handle), &status) != 0) return failureOf(errno, path);
    file.m_size = static_cast<std::uint64_t>(status.st_size);
    // Where a file system has no locks, the measuring lock still keeps two runs apart.
    if (::flock(static_cast<int>(handle), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail("file_in_use", {{"path", utf8(path)}});
    return file;
}

Result<AppendFile> AppendFile::create(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return fail("folder_missing", {{"path", utf8(path)}});
    if (fd < 0) return failureOf(errno, path);
    syncFolder(path);
    return locked(fd, path);
}

Result<AppendFile> AppendFile::open(const std::filesystem::path& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && errno == ENOENT) return fail("file_missing", {{"path", utf8(path)}});
    if (fd < 0) return failureOf(errno, path);
    return locked(fd, path);
}

Result<void> AppendFile::append(std::string_view bytes) {
    if (m_torn)
        if (auto cut = truncate(m_size); !cut) return cut;
    std::string_view rest = bytes;
    while (!rest.empty()) {
        const ssize_t written = ::write(static_cast<int>(m_handle), rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            const int error = written == 0 ? ENOSPC : errno;
            m_torn = !truncate(m_size);
            return failure(error);
        }
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    m_size += bytes.size();
    return {};
}

Result<void> AppendFile::sync() {
    if (syncData(static_cast<int>(m_handle)) == 0) return {};
    return failure(errno);
}

bool AppendFile::isInPlace() const {
    struct stat here {
    }, there{};
    // What cannot be asked, as on a network that is down for a moment, is no proof.
    if (::fstat(static_cast<int>(m_handle), &here) != 0) return true;
    if (::stat(m_path.c_str(), &there) != 0) return errno != ENOENT && errno != ENOTDIR;
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

Result<void> AppendFile::truncate(std::uint64_t size) {
    if (::ftruncate(static_cast<int>(m_handle), static_cast<off_t>(size)) != 0)
        return failure(errno);
    m_size = size;
    m_torn = false;
    return {};
}

}  // namespace duelo

#endif
