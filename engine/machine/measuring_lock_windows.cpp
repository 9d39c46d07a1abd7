// SPDX-License-Identifier: Apache-2.0
#ifdef _WIN32

#include <array>
#include <fstream>
#include <system_error>
#include <utility>

#include <windows.h>

#include "base/places.h"
#include "machine/measuring_lock.h"

namespace duelo {

namespace {

/// Windows' locks keep others from reading, so a byte far behind the text is locked.
OVERLAPPED lockedByte() {
    OVERLAPPED place{};
    place.Offset = 1U << 30;
    return place;
}

HANDLE openShared(const std::filesystem::path& path) {
    constexpr DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    constexpr DWORD flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT;
    const HANDLE handle = CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, share, nullptr,
                                      OPEN_ALWAYS, flags, nullptr);
    if (handle != INVALID_HANDLE_VALUE || GetLastError() != ERROR_ACCESS_DENIED) return handle;
    // In %ProgramData% a file of another user can be read, which is enough to lock it.
    return CreateFileW(path.c_str(), GENERIC_READ, share, nullptr, OPEN_EXISTING, flags, nullptr);
}

void empty(HANDLE handle) {
    FILE_END_OF_FILE_INFO end{};
    SetFileInformationByHandle(handle, FileEndOfFileInfo, &end, sizeof end);
}

}  // namespace

MeasuringLock::MeasuringLock(MeasuringLock&& other) noexcept
    : m_handle(std::exchange(other.m_handle, 0)), m_path(std::move(other.m_path)) {}

MeasuringLock::~MeasuringLock() {
    if (m_handle == 0) return;
    const HANDLE handle = reinterpret_cast<HANDLE>(m_handle);
    empty(handle);
    OVERLAPPED place = lockedByte();
    UnlockFileEx(handle, 0, 1, 0, &place);
    CloseHandle(handle);
}

Result<MeasuringLock> MeasuringLock::lockFile(const std::filesystem::path& path) {
    const auto unavailable = [&path](DWORD error) {
        return fail("lock_unavailable", {{"path", utf8(path)}},
                    std::system_category().message(static_cast<int>(error)));
    };
    const HANDLE handle = openShared(path);
    if (handle == INVALID_HANDLE_VALUE) return unavailable(GetLastError());
    BY_HANDLE_FILE_INFORMATION info{};
    constexpr DWORD odd = FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DIRECTORY;
    if (!GetFileInformationByHandle(handle, &info) || (info.dwFileAttributes & odd) != 0 ||
        info.nNumberOfLinks != 1) {
        CloseHandle(handle);
        return unavailable(ERROR_BAD_FILE_TYPE);
    }
    OVERLAPPED place = lockedByte();
    if (LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place))
        return MeasuringLock(reinterpret_cast<Handle>(handle), path);
    const DWORD error = GetLastError();
    CloseHandle(handle);
    if (error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING)
        return fail("another_measurement");
    return unavailable(error);
}

std::string MeasuringLock::textOf(const std::filesystem::path& path) {
    std::array<char, 2048> buffer{};
    std::ifstream stream(path, std::ios::binary);
    stream.read(buffer.data(), buffer.size());
    return {buffer.data(), static_cast<std::size_t>(stream.gcount())};
}

void MeasuringLock::describe(const std::string& text) {
    const HANDLE handle = reinterpret_cast<HANDLE>(m_handle);
    empty(handle);
    OVERLAPPED place{};
    DWORD written = 0;
    WriteFile(handle, text.data(), static_cast<DWORD>(text.size()), &written, &place);
}

}  // namespace duelo

#endif
