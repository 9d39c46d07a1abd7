// SPDX-License-Identifier: Apache-2.0
#include "base/processors.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

#include "base/container_limits.h"

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <bit>
#else
#include <sched.h>
#endif

namespace duelo {
namespace {

#ifdef _WIN32

/// Windows puts at most 64 processors into a group, and one affinity mask is about one group. A
/// process that was given no mask has all processors of each of its groups.
int byAffinity() {
    const HANDLE self = GetCurrentProcess();
    DWORD_PTR own = 0, group = 0;
    GetProcessAffinityMask(self, &own, &group);  // zeros: its threads are in several groups
    USHORT count = 0;
    GetProcessGroupAffinity(self, &count, nullptr);
    std::vector<USHORT> groups(count);
    if (count > 1 && own == group && GetProcessGroupAffinity(self, &count, groups.data())) {
        int processors = 0;
        for (const USHORT each : groups)
            processors += static_cast<int>(GetActiveProcessorCount(each));
        return processors;
    }
    return std::popcount(own);
}

#else

int byAffinity() {
    // Large enough for 16,384 processors; the kernel refuses masks shorter than its own.
    std::vector<cpu_set_t> mask(16);
    const std::size_t bytes = mask.size() * sizeof(cpu_set_t);
    return sched_getaffinity(0, bytes, mask.data()) == 0 ? CPU_COUNT_S(bytes, mask.data()) : 0;
}

#endif

std::optional<int> threadLimit() {
    const char* const text = std::getenv("OMP_THREAD_LIMIT");
    if (text == nullptr) return std::nullopt;
    std::string_view digits = text;
    digits.remove_prefix(std::min(digits.find_first_not_of(" \t"), digits.size()));
    int limit = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), limit);
    return read.ec == std::errc() && limit > 0 ? std::optional(limit) : std::nullopt;
}

}  // namespace

int UsableProcessors::count() const {
    int least = logical;
    if (quota) least = std::min(least, static_cast<int>(std::ceil(*quota)));
    return std::max(1, std::min(least, threads.value_or(least)));
}

UsableProcessors readUsableProcessors(const std::filesystem::path& root) {
    UsableProcessors usable{.logical = byAffinity()};
    if (usable.logical < 1)
        usable.logical = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto quota = readContainerLimits(root).processors;
    if (quota && *quota < usable.logical) usable.quota = quota;
    const auto threads = threadLimit();
    if (threads && *threads < usable.logical) usable.threads = threads;
    return usable;
}

const UsableProcessors& usableProcessors() {
    static const UsableProcessors usable = readUsableProcessors();
    return usable;
}

}  // namespace duelo
