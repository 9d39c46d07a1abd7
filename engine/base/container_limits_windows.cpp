// SPDX-License-Identifier: Apache-2.0
// Source: Microsoft, "Job objects", JOBOBJECT_CPU_RATE_CONTROL_INFORMATION and
// JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
// psapi.h needs windows.h before it
#include <psapi.h>

#include <algorithm>

#include "base/container_limits.h"

namespace duelo {
namespace {

// JOBOBJECT_CPU_RATE_CONTROL_INFORMATION, which older headers of mingw-w64 lack.
constexpr auto kCpuRateControl = static_cast<JOBOBJECTINFOCLASS>(15);
constexpr DWORD kRateIsOn = 0x1, kRateIsHardCap = 0x4, kRateIsRange = 0x10;
constexpr double kWholeRate = 10'000;  // of all processors

struct CpuRate {
    DWORD flags;
    DWORD rate;  ///< of a range, its upper end is the high word
};

/// Asks the job object that this process is in, the innermost one. \returns false where it is in
/// none.
template <typename T>
bool ask(JOBOBJECTINFOCLASS what, T& answer) {
    return QueryInformationJobObject(nullptr, what, &answer, sizeof answer, nullptr) != 0;
}

std::optional<double> processors() {
    CpuRate cpu{};
    if (!ask(kCpuRateControl, cpu) || (cpu.flags & kRateIsOn) == 0) return std::nullopt;
    DWORD rate = 0;
    if ((cpu.flags & kRateIsHardCap) != 0) rate = cpu.rate;
    if ((cpu.flags & kRateIsRange) != 0) rate = HIWORD(cpu.rate);
    if (rate == 0) return std::nullopt;  // a weight against other jobs, which is no limit
    return rate / kWholeRate * GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
}

void takeMemory(ContainerLimits& limits, std::uint64_t limit, std::uint64_t used) {
    const auto bytes = static_cast<std::int64_t>(limit);
    const auto left = static_cast<std::int64_t>(limit - std::min(limit, used));
    limits.memory_bytes = std::min(limits.memory_bytes.value_or(bytes), bytes);
    limits.free_memory_bytes = std::min(limits.free_memory_bytes.value_or(left), left);
}

}  // namespace

ContainerLimits readContainerLimits(const std::filesystem::path&) {
    ContainerLimits limits{.processors = processors()};
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION job{};
    if (!ask(JobObjectExtendedLimitInformation, job)) return limits;
    PROCESS_MEMORY_COUNTERS own{};
    GetProcessMemoryInfo(GetCurrentProcess(), &own, sizeof own);
    const DWORD flags = job.BasicLimitInformation.LimitFlags;
    if ((flags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) != 0)
        takeMemory(limits, job.ProcessMemoryLimit, own.PagefileUsage);
    // What all processes of a job hold together, Windows does not document how to ask.
    if ((flags & JOB_OBJECT_LIMIT_JOB_MEMORY) != 0)
        takeMemory(limits, job.JobMemoryLimit, own.PagefileUsage);
    return limits;
}

}  // namespace duelo
