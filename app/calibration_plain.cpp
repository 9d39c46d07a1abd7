// SPDX-License-Identifier: Apache-2.0
// Of a build without LibTorch: the rates that a forecast begins with, from plain loops of one
// thread. No work of it uses a GPU.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "calibration.h"
#include "machine/clock.h"

namespace duelo {

namespace {

constexpr std::size_t kPassFloats = std::size_t{2} << 20;
constexpr std::size_t kCachedFloats = 4096;
constexpr int kTimes = 5;
constexpr double kFlopPerFloat = 2;  // a product and a sum

/// Returns how long one pass over `floats` numbers takes when nothing else disturbs it.
double passMs(std::size_t floats, int repeats) {
    std::vector<float> from(floats, 0.5F), to(floats);
    double fastest_ms = std::numeric_limits<double>::infinity();
    for (int time = 0; time < kTimes; ++time) {
        const std::int64_t startNs = nowNs();
        for (int i = 0; i < repeats; ++i) {
            std::ranges::transform(from, to.begin(), [](float x) { return 0.9F * x + 0.1F; });
            std::swap(from, to);
        }
        fastest_ms = std::min(fastest_ms, msSince(startNs));
    }
    return fastest_ms / repeats;
}

}  // namespace

std::optional<ComputeRate> measureRate(int threads, GpuApi* gpu) {
    if (gpu != nullptr) return std::nullopt;
    constexpr int kManyTimes = 500;
    const double cached_ms = passMs(kCachedFloats, kManyTimes);
    return ComputeRate{
        .flop_per_ms = threads * kFlopPerFloat * double(kCachedFloats) / cached_ms,
        .bytes_per_ms = 2.0 * sizeof(float) * double(kPassFloats) / passMs(kPassFloats, 1),
        .threads = threads};
}

}  // namespace duelo
