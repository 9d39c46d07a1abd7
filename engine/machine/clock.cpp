// SPDX-License-Identifier: Apache-2.0
#include "machine/clock.h"

#include <algorithm>
#include <fstream>
#include <limits>

#include "stats/statistics.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

namespace duelo {
namespace {

constexpr std::size_t batches = 1000;
constexpr std::size_t reads_per_batch = 32;
constexpr double coarse_ns = 1000;
constexpr std::int64_t sleep_threshold_ns = 250'000'000;

double medianReadNs(std::int64_t (*now)()) {
    std::vector<double> costs(batches);
    for (double& cost : costs) {
        const std::int64_t begin = now();
        std::int64_t end = begin;
        for (std::size_t i = 0; i < reads_per_batch; ++i) end = now();
        cost = static_cast<double>(end - begin) / static_cast<double>(reads_per_batch);
    }
    return median(costs);
}

double medianEmptyBlockNs(std::int64_t (*now)()) {
    std::vector<double> blocks(batches);
    for (double& block : blocks) {
        const std::int64_t begin = now();
        const std::int64_t end = now();
        block = static_cast<double>(end - begin);
    }
    return median(blocks);
}

#ifndef _WIN32
std::int64_t readNs([[maybe_unused]] clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}
#endif

}  // namespace

ClockSheet inspectClock(std::int64_t (*now)(), std::size_t reads) {
    ClockSheet sheet{.clock = "steady",
                     .read_ns = medianReadNs(now),
                     .empty_block_ns = medianEmptyBlockNs(now),
                     .resolution_ns = 0,
                     .monotonic = true};
    const std::size_t compared = std::max<std::size_t>(reads, 2);
    sheet.reads = static_cast<std::int64_t>(compared);
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    std::int64_t previous = now();
    for (std::size_t i = 1; i < compared; ++i) {
        const std::int64_t current = now();
        const std::int64_t difference = current - previous;
        if (difference < 0) sheet.monotonic = false;
        if (difference > 0) smallest = std::min(smallest, difference);
        previous = current;
    }
    if (smallest != std::numeric_limits<std::int64_t>::max())
        sheet.resolution_ns = static_cast<double>(smallest);
    return sheet;
}

std::vector<Reason> clockProblems(const ClockSheet& sheet) {
    std::vector<Reason> problems;
    const double resolution_ns = sheet.resolution_ns.value_or(0);
    if (!sheet.monotonic.value_or(false))
        problems.push_back({"clock_backwards", {{"reads", sheet.reads.value_or(0)}}, {}});
    if (!(resolution_ns > 0 && resolution_ns < coarse_ns)) {
        problems.push_back(
            {"clock_coarse", {{"resolution_ns", resolution_ns}, {"limit_ns", coarse_ns}}, {}});
    }
    return problems;
}

SleepStamp readSleepStamp() {
#ifdef _WIN32
    ULONGLONG awake_100ns = 0;
    QueryUnbiasedInterruptTime(&awake_100ns);
    return {static_cast<std::int64_t>(awake_100ns) * 100,
            static_cast<std::int64_t>(GetTickCount64()) * 1'000'000};
#elif defined(CLOCK_BOOTTIME)
    return {readNs(CLOCK_MONOTONIC), readNs(CLOCK_BOOTTIME)};
#elif defined(CLOCK_UPTIME_RAW)  // macOS: MONOTONIC_RAW runs on in sleep, UPTIME_RAW does not
    return {readNs(CLOCK_UPTIME_RAW), readNs(CLOCK_MONOTONIC_RAW)};
#else
    return {readNs(CLOCK_MONOTONIC), readNs(CLOCK_REALTIME)};
#endif
}

bool sleptBetween(const SleepStamp& begin, const SleepStamp& end) {
    const std::int64_t awake_ns = end.awake_ns - begin.awake_ns;
    const std::int64_t asleep_ns = end.total_ns - begin.total_ns - awake_ns;
    return asleep_ns > std::max(sleep_threshold_ns, awake_ns / 1000);
}

std::optional<std::int64_t> waitedNs() {
#ifdef __linux__
    // Opened once per thread: it is read around every sample, and what is open stays the thread's.
    thread_local std::ifstream schedstat("/proc/thread-self/schedstat");
    schedstat.clear();
    schedstat.seekg(0);
    std::int64_t ran_ns = 0;
    if (std::int64_t waited_ns = 0; schedstat >> ran_ns >> waited_ns) return waited_ns;
#endif
    return std::nullopt;
}

}  // namespace duelo
