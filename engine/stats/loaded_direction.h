// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

/// Finds which of two variants is the faster, where other programs ran beside them. Load makes
/// times long and uncertain, so there is no factor of them; but what every round shows with room to
/// spare is no doing of the load, provided that the load holds up both in the same way. Whether it
/// does is for the caller to judge (report/ratios): threads that wait for each other lose more than
/// one.
namespace duelo {

struct LoadedDirection {
    bool candidate_faster = false;
    /// The slower takes at least so many times as long; rounded down. No factor: the true one,
    /// without load, may be any above or below.
    double at_least = 0;
    bool operator==(const LoadedDirection&) const = default;
};

inline constexpr std::size_t loaded_rounds_min = 10;
inline constexpr std::size_t loaded_calls_min = 5;
inline constexpr double loaded_bound_min = 1.5;

/// The calls of the same rounds of both variants, in order. The bound is the smallest over the
/// rounds of the slower's 10th percentile by the faster's 90th. Nothing with fewer than 10 rounds
/// in which both have 5 calls or more, with a time that is not positive, or below 1.5.
[[nodiscard]] std::optional<LoadedDirection> directionUnderLoad(
    std::span<const std::vector<double>> base_ms,
    std::span<const std::vector<double>> candidate_ms);

}  // namespace duelo
