// SPDX-License-Identifier: Apache-2.0
#include "machine/process_memory.h"

#ifdef _WIN32
#include <windows.h>
// psapi.h needs windows.h before it
#include <psapi.h>
#else
#include <fstream>
#include <string>
#include <string_view>
#endif

namespace duelo {

#ifdef _WIN32

void resetPeakMemory() {}

std::int64_t peakMemoryBytes() {
    PROCESS_MEMORY_COUNTERS counters{};
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) return 0;
    return static_cast<std::int64_t>(counters.PeakWorkingSetSize);
}

std::int64_t freeMemoryBytes() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    if (!GlobalMemoryStatusEx(&status)) return 0;
    return static_cast<std::int64_t>(status.ullAvailPhys);
}

#else

namespace {

/// The value of "Name:   123 kB" in a file of /proc.
std::int64_t kibField(const char* file, std::string_view name) {
    std::ifstream lines(file);
    for (std::string key; lines >> key;) {
        std::int64_t kib = 0;
        if (key == name && lines >> kib) return kib * 1024;
        lines.ignore(4096, '\n');
    }
    return 0;
}

}  // namespace

void resetPeakMemory() {
    // 5 sets the high-water mark back to the present size (proc(5), clear_refs).
    std::ofstream("/proc/self/clear_refs") << 5;
}

std::int64_t peakMemoryBytes() {
    return kibField("/proc/self/status", "VmHWM:");
}

std::int64_t freeMemoryBytes() {
    return kibField("/proc/meminfo", "MemAvailable:");
}

#endif

}  // namespace duelo
