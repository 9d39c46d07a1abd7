// SPDX-License-Identifier: Apache-2.0
#include "stats/latency_fit.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "stats/statistics.h"

namespace duelo {

namespace {

using Copies = std::vector<std::pair<double, double>>;  ///< bytes, ms

/// Fits 1 = latency * u + v / rate to all points, where u = 1 / ms and v = bytes / ms.
LatencyFit leastSquares(const Copies& copies) {
    double u = 0, v = 0, uu = 0, uv = 0, vv = 0;
    for (const auto& [bytes, ms] : copies) {
        u += 1 / ms;
        v += bytes / ms;
        uu += 1 / (ms * ms);
        uv += bytes / (ms * ms);
        vv += bytes / ms * (bytes / ms);
    }
    const double determinant = uu * vv - uv * uv;
    const double latency_ms = (u * vv - v * uv) / determinant;
    const double ms_per_byte = (v * uu - u * uv) / determinant;
    if (latency_ms >= 0) return {.latency_ms = latency_ms, .bytes_per_ms = 1 / ms_per_byte};
    return {.bytes_per_ms = vv / v};
}

}  // namespace

std::optional<LatencyFit> fitLatency(std::span<const double> bytes,
                                     std::span<const double> times_ms) {
    if (bytes.size() != times_ms.size()) return std::nullopt;
    Copies copies;
    std::set<double> sizes;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (!isPositive(bytes[i]) || !isPositive(times_ms[i])) continue;
        copies.emplace_back(bytes[i], times_ms[i]);
        sizes.insert(bytes[i]);
    }
    if (sizes.size() < 3) return std::nullopt;
    LatencyFit fit = leastSquares(copies);
    if (!isPositive(fit.bytes_per_ms)) return std::nullopt;
    fit.points = copies.size();
    for (const auto& [size, ms] : copies)
        fit.residue = std::max(fit.residue, std::abs(ms - fit.predictedMs(size)) / ms);
    return fit;
}

}  // namespace duelo
