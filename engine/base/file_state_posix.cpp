// SPDX-License-Identifier: Apache-2.0
#include "base/file_state.h"

#include <algorithm>
#include <ctime>

#include <sys/stat.h>

namespace duelo {

namespace {

constexpr std::int64_t kSecond_ns = 1'000'000'000, kSettled_ns = 3 * kSecond_ns;

std::int64_t nsOf(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * kSecond_ns + time.tv_nsec;
}

}  // namespace

std::optional<FileState> fileState(const std::filesystem::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
    return FileState{.volume = static_cast<std::int64_t>(found.st_dev),
                     .id = static_cast<std::int64_t>(found.st_ino),
                     .bytes = found.st_size,
                     .written_ns = nsOf(found.st_mtim),
                     .changed_ns = nsOf(found.st_ctim)};
}

bool isSettled(const FileState& state) {
    timespec now{};
    if (::clock_gettime(CLOCK_REALTIME, &now) != 0) return false;
    return nsOf(now) - std::max(state.written_ns, state.changed_ns) > kSettled_ns;
}

}  // namespace duelo
