// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/sums.h"

#include "resources/kernels/splitmix.h"

namespace duelo {

std::uint64_t pointStream(std::uint64_t seed) {
    return kernels::mixed(seed + kernels::kGoldenGamma);
}

std::int64_t pointsInside(std::uint64_t stream, std::int64_t first, std::int64_t count) {
    // In halves of a cell the centres are odd numbers, and the radius is 2^31.
    constexpr std::uint64_t kBits = (std::uint64_t{1} << 30) - 1;
    constexpr std::uint64_t kRadius2 = std::uint64_t{1} << 62;
    std::int64_t inside = 0;
    for (std::int64_t i = first; i < first + count; ++i) {
        const std::uint64_t word =
            kernels::mixed(stream + static_cast<std::uint64_t>(i + 1) * kernels::kGoldenGamma);
        const std::uint64_t x = 2 * (word >> 34) + 1, y = 2 * (word & kBits) + 1;
        inside += x * x + y * y < kRadius2 ? 1 : 0;
    }
    return inside;
}

double leibnizSum(std::int64_t first, std::int64_t count) {
    double sum = 0;
    std::int64_t k = first;
    for (; k + 1 < first + count; k += 2) {
        const auto odd = static_cast<double>(2 * k + 1);
        sum += 2 / (odd * (odd + 2));
    }
    if (k < first + count) sum += 1 / static_cast<double>(2 * k + 1);
    return sum;
}

}  // namespace duelo
