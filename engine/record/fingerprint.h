// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace duelo {

/// A summary of a result, small enough for a record, by which two results can be compared wherever
/// they come from: variants of a run, resumed runs, other PCs. It has the values at places
/// that depend on their count alone, and two figures of all of them, which no difference escapes
/// that is large for the whole.
struct Fingerprint {
    /// The highest values of one row, such as of an image's classes.
    struct Best {
        std::int64_t row = 0;
        std::vector<std::int64_t> places{};  ///< in the row, the highest first
        std::vector<double> values{};
    };

    std::string sha256{};               ///< first 16 digits, of the exact bytes
    std::vector<std::int64_t> shape{};  ///< empty: an exact result without values
    double largest = 0;                 ///< absolute; NaN where any value is not finite
    double rms = 0;                     ///< root of the mean of all squares
    std::vector<double> values{};
    std::vector<Best> best{};  ///< where the last dimension means classes
};

inline constexpr std::size_t kFingerprintValues = 64;
inline constexpr std::size_t kFingerprintRows = 16;
inline constexpr std::size_t kFingerprintBest = 5;

/// `classes`: whether the highest value of a row of the last dimension is an answer.
[[nodiscard]] Fingerprint fingerprintOf(std::span<const float> values,
                                        std::vector<std::int64_t> shape, bool classes);

/// Tells whether two results of the same case agree: returns their largest difference relative to
/// the reference's largest absolute value, or "outputs_disagree" {error, tolerance},
/// "outputs_differ_in_class" {expected, found}, "outputs_shape_differs", "outputs_not_equal" of
/// results without values, "output_not_finite". The best of a row may differ only where the
/// reference itself holds them closer to each other than twice the tolerance.
[[nodiscard]] Result<double> agreement(const Fingerprint& reference, const Fingerprint& other,
                                       double tolerance);

}  // namespace duelo
