// SPDX-License-Identifier: Apache-2.0
#include "experiments/effects/loops.h"

#include <algorithm>

#include "experiments/effects/data.h"

namespace duelo {

std::uint64_t sumByStep(const volatile std::uint32_t* values, std::size_t count, std::size_t step,
                        std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t row = first; row < last; ++row)
        for (std::size_t i = row; i < count; i += step) sum += values[i];
    return sum;
}

std::uint64_t sumFrom(const volatile std::uint32_t* values, std::size_t count,
                      std::uint32_t least) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        if (values[i] >= least) sum += values[i];
    return sum;
}

void countInto(std::atomic<std::uint64_t>& counter, const volatile std::uint32_t* values,
               std::size_t count) {
    constexpr auto kAlone = std::memory_order_relaxed;
    for (std::size_t i = 0; i < count; ++i) counter.store(counter.load(kAlone) + values[i], kAlone);
}

double filteredSum(const volatile float* values, std::size_t count) {
    static const volatile float kOne = 1;
    const float factor = kOne;
    double sum = 0;
    for (std::size_t begin = 0; begin < count; begin += kExactFloats) {
        const std::size_t end = std::min(count, begin + kExactFloats);
        float few = 0;
        for (std::size_t i = begin; i < end; ++i) few = (few + values[i]) * factor;
        sum += static_cast<double>(few);
    }
    return sum;
}

}  // namespace duelo
