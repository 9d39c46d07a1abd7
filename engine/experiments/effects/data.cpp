// SPDX-License-Identifier: Apache-2.0
#include "experiments/effects/data.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace duelo {

namespace {

constexpr unsigned kSeed = 1234;
constexpr int kDenormalPower = -149, kNormalPower = -100;
constexpr std::uint32_t kFactors = 1024;

int powerOf(bool denormal) {
    return denormal ? kDenormalPower : kNormalPower;
}

}  // namespace

EffectNumbers effectNumbers(std::size_t count, bool sorted) {
    EffectNumbers numbers(count);
    std::mt19937 random(kSeed);
    for (std::uint32_t& number : numbers.values()) number = static_cast<std::uint32_t>(random());
    if (sorted) std::ranges::sort(numbers.values());
    return numbers;
}

AlignedFloats effectFloats(std::size_t count, bool denormal) {
    AlignedFloats floats(count);
    std::mt19937 random(kSeed);
    for (float& value : floats.values()) {
        const auto factor = static_cast<int>(1 + random() % kFactors);
        value = std::ldexp(static_cast<float>(factor), powerOf(denormal));
    }
    return floats;
}

std::int64_t wholeOf(double sum, bool denormal) {
    return static_cast<std::int64_t>(std::ldexp(sum, -powerOf(denormal)));
}

}  // namespace duelo
