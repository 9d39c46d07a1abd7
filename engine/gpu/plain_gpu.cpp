// SPDX-License-Identifier: Apache-2.0
#include "gpu/plain_gpu.h"

#include <algorithm>
#include <chrono>

namespace duelo {

double PlainGpu::emptyEventPairMs(int n) {
    const auto stamps = events(2);
    std::vector<double> times;
    for (int i = 0; i < std::clamp(n, 1, 10000); ++i) {
        stamps->record(0);
        stamps->record(1);
        times.push_back(stamps->elapsedMs(0, 1));
    }
    const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

ClockPair PlainGpu::crossCheckClocks() {
    // Long enough that the resolution of both clocks is below 0.1 %; each single operation is
    // short, so the driver's time limit (TDR) is never near.
    constexpr double enough_ms = 20;
    constexpr int most_operations = 1 << 16;
    constexpr std::size_t kBytes = 16 << 20;
    const auto stamps = events(2);
    const GpuBlock from = allocate(kBytes, 0), to = allocate(kBytes, 0);
    ClockPair pair;
    for (int operations = 16; pair.wall_ms < enough_ms && operations <= most_operations;
         operations *= 4) {
        synchronize();
        const auto start = std::chrono::steady_clock::now();
        stamps->record(0);
        for (int i = 0; i < operations; ++i) copyBytes(to.data.get(), from.data.get(), kBytes);
        stamps->record(1);
        synchronize();
        pair.wall_ms =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                .count();
        pair.event_ms = stamps->elapsedMs(0, 1);
    }
    return pair;
}

}  // namespace duelo
