// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace duelo {

/// The time of a transfer as a start and a rate: t = latency + bytes / rate (Hockney: The science
/// of computer benchmarking, SIAM 1996).
struct LatencyFit {
    double latency_ms = 0, bytes_per_ms = 0;
    double residue = 0;  ///< largest (time - fitted) / time of all points, without its sign
    std::size_t points = 0;

    [[nodiscard]] double predictedMs(double bytes) const {
        return latency_ms + bytes / bytes_per_ms;
    }
    /// n1/2: so many bytes take half of their time to start, so half of the rate is reached.
    [[nodiscard]] double halfRateBytes() const { return latency_ms * bytes_per_ms; }
};

/// Least squares of (time - fitted) / time: sizes span powers of ten, and otherwise the largest
/// alone would count. A latency below zero is none. Nothing with fewer than 3 different sizes,
/// lengths that differ, or times that do not grow; pairs that are not positive and finite are left
/// out.
[[nodiscard]] std::optional<LatencyFit> fitLatency(std::span<const double> bytes,
                                                   std::span<const double> times_ms);

}  // namespace duelo
