// SPDX-License-Identifier: Apache-2.0
#include "base/file_state.h"

#include <algorithm>

#include <windows.h>

namespace duelo {

namespace {

/// A file's times count in these.
constexpr std::int64_t kTick_ns = 100, kSettled_ns = 3'000'000'000;

std::int64_t nsOf(const LARGE_INTEGER& ticks) {
    return ticks.QuadPart * kTick_ns;
}

std::int64_t joined(DWORD high, DWORD low) {
    return static_cast<std::int64_t>(std::uint64_t{high} << 32 | low);
}

}  // namespace

std::optional<FileState> fileState(const std::filesystem::path& path) {
    const HANDLE file = CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
    if (file == INVALID_HANDLE_VALUE) return std::nullopt;
    BY_HANDLE_FILE_INFORMATION known{};
    FILE_BASIC_INFO times{};
    const bool isKnown =
        GetFileInformationByHandle(file, &known) != 0 &&
        GetFileInformationByHandleEx(file, FileBasicInfo, &times, sizeof times) != 0;
    CloseHandle(file);
    if (!isKnown || (known.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return std::nullopt;
    return FileState{.volume = known.dwVolumeSerialNumber,
                     .id = joined(known.nFileIndexHigh, known.nFileIndexLow),
                     .bytes = joined(known.nFileSizeHigh, known.nFileSizeLow),
                     .written_ns = nsOf(times.LastWriteTime),
                     .changed_ns = nsOf(times.ChangeTime)};
}

bool isSettled(const FileState& state) {
    FILETIME now{};
    GetSystemTimeAsFileTime(&now);
    const std::int64_t now_ns = joined(now.dwHighDateTime, now.dwLowDateTime) * kTick_ns;
    return now_ns - std::max(state.written_ns, state.changed_ns) > kSettled_ns;
}

}  // namespace duelo
