// SPDX-License-Identifier: Apache-2.0
#include "machine/process_memory.h"

#include <algorithm>

#include "base/container_limits.h"

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
// psapi.h needs windows.h before it
#include <psapi.h>
#else
#include <array>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#endif

namespace duelo {

#ifdef _WIN32

namespace {

PROCESS_MEMORY_COUNTERS processCounters() {
    PROCESS_MEMORY_COUNTERS counters{};
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) return {};
    return counters;
}

}  // namespace

bool resetPeakMemory() {
    return false;
}

MemoryMark processMemory() {
    // What was asked for, resident or not: the working set also has the pages of files, and the
    // system trims it when it likes.
    const PROCESS_MEMORY_COUNTERS counters = processCounters();
    return {.used_bytes = static_cast<std::int64_t>(counters.PagefileUsage),
            .peak_bytes = static_cast<std::int64_t>(counters.PeakPagefileUsage)};
}

namespace {

std::optional<std::int64_t> availableBytes(const std::filesystem::path&) {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status)) return std::nullopt;
    return static_cast<std::int64_t>(status.ullAvailPhys);
}

}  // namespace

#else

namespace {

/// The values of "Name:   123 kB" in a file of /proc, in bytes; 0 where one is not there.
template <std::size_t N>
std::array<std::int64_t, N> kibFields(const std::filesystem::path& file,
                                      const std::array<std::string_view, N>& names) {
    std::array<std::int64_t, N> bytes{};
    std::ifstream lines(file);
    for (std::string key; lines >> key; lines.ignore(4096, '\n'))
        for (std::size_t i = 0; i < N; ++i)
            if (std::int64_t kib = 0; key == names[i] && lines >> kib) bytes[i] = kib * 1024;
    return bytes;
}

}  // namespace

bool resetPeakMemory() {
    // 5 sets the high-water mark back to the present size (proc(5), clear_refs).
    std::ofstream file("/proc/self/clear_refs");
    file << 5 << std::flush;
    return file.good();
}

MemoryMark processMemory() {
    const auto [most, own, files, shared] =
        kibFields<4>("/proc/self/status", {"VmHWM:", "RssAnon:", "RssFile:", "RssShmem:"});
    if (most == 0 || own == 0) return {};
    return {.used_bytes = own, .peak_bytes = most - files - shared};
}

namespace {

std::optional<std::int64_t> availableBytes(const std::filesystem::path& root) {
    const auto [total, available] =
        kibFields<2>(root / "proc/meminfo", {"MemTotal:", "MemAvailable:"});
    // Where all of it is taken, nothing is available; where nothing can be read, nothing is known.
    return total > 0 ? std::optional(available) : std::nullopt;
}

}  // namespace

#endif

std::optional<std::int64_t> freeMemoryBytes(const std::filesystem::path& root) {
    const auto here = availableBytes(root);
    const auto granted = readContainerLimits(root).free_memory_bytes;
    return here && granted ? std::min(*here, *granted) : here ? here : granted;
}

void keepFreedMemory() {
#ifdef __GLIBC__
    // Whatever has pages of its own gives them back: a large block, and what any thread but the
    // first asks for, whose arenas are pieces of 64 MiB.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
}

void giveBackFreedMemory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace duelo
