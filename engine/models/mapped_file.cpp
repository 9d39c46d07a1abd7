// SPDX-License-Identifier: Apache-2.0
#include "models/mapped_file.h"

#include <cerrno>
#include <system_error>

#include "base/printable.h"
#include "base/utf8.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace duelo {

namespace {

tl::unexpected<Reason> refused(const char* code, const std::filesystem::path& path,
                               std::string message = {}) {
    return fail(code, {{"path", pathText(path)}}, std::move(message));
}

#ifdef _WIN32
using NativeHandle = HANDLE;
void closeNative(HANDLE handle) {
    CloseHandle(handle);
}
const NativeHandle kNoHandle = INVALID_HANDLE_VALUE;
std::string lastError() {
    return std::system_category().message(static_cast<int>(GetLastError()));
}
#else
using NativeHandle = int;
void closeNative(int handle) {
    ::close(handle);
}
constexpr NativeHandle kNoHandle = -1;
std::string lastError() {
    return std::generic_category().message(errno);
}
#endif

/// Closes on every way out; a mapping outlives the handle it was made from.
struct Handle {
    explicit Handle(NativeHandle handle) : native(handle) {}
    ~Handle() {
        if (native != kNoHandle) closeNative(native);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    NativeHandle native;
};

}  // namespace

#ifdef _WIN32

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path) {
    const DWORD attributes = GetFileAttributesW(path.c_str());
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        const DWORD error = GetLastError();
        const bool missing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ||
                             error == ERROR_INVALID_NAME;
        return refused(missing ? "weights_missing" : "weights_unreadable", path, lastError());
    }
    if (attributes & FILE_ATTRIBUTE_DIRECTORY) return refused("weights_is_folder", path);
    const Handle file(CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (file.native == kNoHandle) return refused("weights_unreadable", path, lastError());
    if (GetFileType(file.native) != FILE_TYPE_DISK) return refused("weights_not_a_file", path);
    LARGE_INTEGER size{};
    if (!GetFileSizeEx(file.native, &size)) return refused("weights_unreadable", path, lastError());
    if (size.QuadPart == 0) return refused("weights_empty", path);
    const HANDLE mapping = CreateFileMappingW(file.native, nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (mapping == nullptr) return refused("weights_unreadable", path, lastError());
    const void* start = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
    const std::string error = start == nullptr ? lastError() : std::string();
    CloseHandle(mapping);
    if (start == nullptr) return refused("weights_unreadable", path, error);
    return std::shared_ptr<const MappedFile>(new MappedFile(
        {static_cast<const std::byte*>(start), static_cast<std::size_t>(size.QuadPart)}));
}

MappedFile::~MappedFile() {
    UnmapViewOfFile(m_bytes.data());
}

#else

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path) {
    // O_NONBLOCK: opening a named pipe must not wait for somebody to write into it.
    const Handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.native == kNoHandle) {
        const bool missing = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
        return refused(missing ? "weights_missing" : "weights_unreadable", path, lastError());
    }
    struct stat status {};
    if (::fstat(file.native, &status) != 0) return refused("weights_unreadable", path, lastError());
    if (S_ISDIR(status.st_mode)) return refused("weights_is_folder", path);
    if (!S_ISREG(status.st_mode)) return refused("weights_not_a_file", path);
    if (status.st_size == 0) return refused("weights_empty", path);
    const auto size = static_cast<std::size_t>(status.st_size);
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.native, 0);
    if (start == MAP_FAILED) return refused("weights_unreadable", path, lastError());
    return std::shared_ptr<const MappedFile>(
        new MappedFile({static_cast<const std::byte*>(start), size}));
}

MappedFile::~MappedFile() {
    ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

#endif

}  // namespace duelo
