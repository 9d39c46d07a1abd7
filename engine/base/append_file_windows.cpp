// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32

#include <algorithm>
#include <system_error>
#include <utility>

#include <windows.h>

#include "base/append_file.h"
#include "base/places.h"

// Missing from the headers of mingw-w64 10.
#ifndef ERROR_DISK_QUOTA_EXCEEDED
#define ERROR_DISK_QUOTA_EXCEEDED 1295L
#endif

namespace duelo {

namespace {

tl::unexpected<Reason> failureOf(DWORD error, const std::filesystem::path& path) {
    const char* code = "write_failed";
    switch (error) {
        case ERROR_DISK_FULL:
        case ERROR_HANDLE_DISK_FULL:
        case ERROR_DISK_QUOTA_EXCEEDED:
            code = "disk_full";
            break;
        case ERROR_ACCESS_DENIED:
        case ERROR_WRITE_PROTECT:
            code = "not_writable";
            break;
        case ERROR_FILE_EXISTS:
            code = "file_exists";
            break;
        case ERROR_SHARING_VIOLATION:
            code = "file_in_use";
            break;
        case ERROR_FILE_NOT_FOUND:
            code = "file_missing";
            break;
        case ERROR_PATH_NOT_FOUND:
            code = "folder_missing";
            break;
        default:
            break;
    }
    return fail(code, {{"path", utf8(path)}},
                std::system_category().message(static_cast<int>(error)));
}

/// Others may read, nobody may write: Windows' own lock for a file's whole life.
HANDLE openFile(const std::filesystem::path& path, DWORD disposition) {
    return CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ, nullptr, disposition,
                       FILE_ATTRIBUTE_NORMAL, nullptr);
}

}  // namespace

AppendFile::AppendFile(Handle handle, std::filesystem::path path)
    : m_handle(handle), m_path(std::move(path)) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : m_handle(std::exchange(other.m_handle, 0)),
      m_path(std::move(other.m_path)),
      m_size(other.m_size) {}

AppendFile::~AppendFile() {
    if (m_handle != 0) CloseHandle(reinterpret_cast<HANDLE>(m_handle));
}

tl::unexpected<Reason> AppendFile::failure(int error) const {
    return failureOf(static_cast<DWORD>(error), m_path);
}

Result<AppendFile> AppendFile::locked(Handle handle, const std::filesystem::path& path) {
    AppendFile file(handle, path);
    LARGE_INTEGER size{};
    if (!GetFileSizeEx(reinterpret_cast<HANDLE>(handle), &size))
        return failureOf(GetLastError(), path);
    file.m_size = static_cast<std::uint64_t>(size.QuadPart);
    return file;
}

Result<AppendFile> AppendFile::create(const std::filesystem::path& path) {
    const HANDLE handle = openFile(path, CREATE_NEW);
    if (handle == INVALID_HANDLE_VALUE) return failureOf(GetLastError(), path);
    return locked(reinterpret_cast<Handle>(handle), path);
}

Result<AppendFile> AppendFile::open(const std::filesystem::path& path) {
    const HANDLE handle = openFile(path, OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) return failureOf(GetLastError(), path);
    return locked(reinterpret_cast<Handle>(handle), path);
}

Result<void> AppendFile::append(std::string_view bytes) {
    if (m_torn)
        if (auto cut = truncate(m_size); !cut) return cut;
    std::string_view rest = bytes;
    std::uint64_t at = m_size;
    while (!rest.empty()) {
        OVERLAPPED place{};
        place.Offset = static_cast<DWORD>(at);
        place.OffsetHigh = static_cast<DWORD>(at >> 32);
        const auto wanted = static_cast<DWORD>(std::min<std::size_t>(rest.size(), 1U << 30));
        DWORD written = 0;
        if (!WriteFile(reinterpret_cast<HANDLE>(m_handle), rest.data(), wanted, &written, &place) ||
            written == 0) {
            const DWORD error = GetLastError();
            m_torn = !truncate(m_size);
            return failureOf(error, m_path);
        }
        rest.remove_prefix(written);
        at += written;
    }
    m_size = at;
    return {};
}

Result<void> AppendFile::sync() {
    if (FlushFileBuffers(reinterpret_cast<HANDLE>(m_handle))) return {};
    return failure(static_cast<int>(GetLastError()));
}

bool AppendFile::isInPlace() const {
    return true;
}

Result<void> AppendFile::truncate(std::uint64_t size) {
    FILE_END_OF_FILE_INFO end{};
    end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
    if (!SetFileInformationByHandle(reinterpret_cast<HANDLE>(m_handle), FileEndOfFileInfo, &end,
                                    sizeof end))
        return failure(static_cast<int>(GetLastError()));
    m_size = size;
    m_torn = false;
    return {};
}

}  // namespace duelo

#endif
