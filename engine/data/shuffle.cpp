// SPDX-License-Identifier: Apache-2.0
#include "data/shuffle.h"

#include <utility>

namespace duelo {
namespace {

/// Uniform in [0, limit).
std::uint64_t below(std::mt19937_64& random, std::uint64_t limit) {
    const std::uint64_t surplus = (std::mt19937_64::max() % limit + 1) % limit;
    std::uint64_t value = random();
    while (value > std::mt19937_64::max() - surplus) value = random();
    return value % limit;
}

}  // namespace

void shuffle(std::span<std::size_t> values, std::mt19937_64& random) {
    for (std::size_t left = values.size(); left > 1; --left)
        std::swap(values[left - 1], values[below(random, left)]);
}

std::mt19937_64 epochRandom(std::uint64_t seed, std::uint64_t epoch) {
    std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
                        static_cast<std::uint32_t>(epoch),
                        static_cast<std::uint32_t>(epoch >> 32U)};
    return std::mt19937_64(words);
}

}  // namespace duelo
