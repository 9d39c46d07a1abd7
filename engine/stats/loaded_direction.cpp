// SPDX-License-Identifier: Apache-2.0
#include "stats/loaded_direction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/statistics.h"

namespace duelo {
namespace {

/// One digit behind the point below 3, none below 100, two digits in all from there on.
double roundedDown(double bound) {
    double step = bound < 3 ? 0.1 : 1;
    for (double limit = 100; bound >= limit; limit *= 10) step *= 10;
    // 1.7 / 0.1 is 16.999...
    return std::floor(bound / step * (1 + 1e-12)) * step;
}

}  // namespace

std::optional<LoadedDirection> directionUnderLoad(
    std::span<const std::vector<double>> base_ms,
    std::span<const std::vector<double>> candidate_ms) {
    double candidate_bound = std::numeric_limits<double>::infinity();
    double base_bound = candidate_bound;
    std::size_t rounds = 0;
    for (std::size_t i = 0; i < std::min(base_ms.size(), candidate_ms.size()); ++i) {
        if (std::min(base_ms[i].size(), candidate_ms[i].size()) < loaded_calls_min) continue;
        const std::vector<double> base = sortedCopy(base_ms[i]);
        const std::vector<double> candidate = sortedCopy(candidate_ms[i]);
        for (const auto& side : {base, candidate})
            if (!isPositive(side.front()) || !isPositive(side.back())) return std::nullopt;
        const auto bound = [](const std::vector<double>& slower,
                              const std::vector<double>& faster) {
            return quantileOfSorted(slower, 0.1) / quantileOfSorted(faster, 0.9);
        };
        candidate_bound = std::min(candidate_bound, bound(base, candidate));
        base_bound = std::min(base_bound, bound(candidate, base));
        ++rounds;
    }
    const double bound = std::max(candidate_bound, base_bound);
    if (rounds < loaded_rounds_min || !(bound >= loaded_bound_min)) return std::nullopt;
    return LoadedDirection{candidate_bound > base_bound, roundedDown(bound)};
}

}  // namespace duelo
