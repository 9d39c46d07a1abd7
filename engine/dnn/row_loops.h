// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "dnn/bf16.h"

namespace duelo {

/// The steps that turn a row of sums into results.
struct FinishedRow {
    std::int64_t count = 0;
    const float* bias = nullptr;
    bool adds = false;  ///< what the result's place holds
    bool gelu = false;
    /// The bounds of the results: a value beyond one becomes that bound.
    float least = -__builtin_inff(), most = __builtin_inff();
};

inline constexpr int kDepthwiseSide = 3;

/// A row of the result of a depthwise convolution. Rows hold kTileColumns channels of each place,
/// from the first place that the window meets.
struct DepthwiseRow {
    const float* rows[kDepthwiseSide] = {};
    std::int64_t stride = 1;
    std::int64_t width = 0, channels = 0;  ///< of the result; channels: a multiple of 16
    const float* weights = nullptr;        ///< [kDepthwiseSide, kDepthwiseSide, all_channels]
    std::int64_t all_channels = 0;         ///< from one place of the result to the next, too
    const float* bias = nullptr;
    float least = 0, most = 0;  ///< what is below or above becomes these
};

/// Loops over the values of one row that oneDNN has no fast primitive for (2.6 normalises layers in
/// plain code), compiled once for each kind of vector instructions.
struct RowLoops {
    /// Leaves e^((x - largest) scale) in the row, to about 2 ulp; `scale` is not negative.
    /// Overwrites what is behind them up to a multiple of 16 values. \returns one over their sum.
    float (*exponentials)(float* row, std::int64_t count, float scale);
    /// x factor.
    void (*scaled)(const float* from, float* to, std::int64_t count, float factor);
    void (*scaledBf16)(const float* from, Bf16* to, std::int64_t count, float factor);
    /// Writes three planes, which lie `plane` values apart, as one row of threes.
    void (*beside3)(const float* from, std::int64_t plane, float* to, std::int64_t count);
    /// Transposes `rows` rows of `columns` words, whatever these are. A stride is the distance of
    /// two rows in words.
    void (*transposed)(const std::uint32_t* from, std::int64_t from_stride, std::uint32_t* to,
                       std::int64_t to_stride, std::int64_t rows, std::int64_t columns);
    /// Writes two rows as one row of words: the first gives their lower halves.
    void (*paired)(const Bf16* first, const Bf16* second, std::uint32_t* to, std::int64_t count);
    /// (x - mean) / sqrt(variance + eps) * scale + shift, all in fp32.
    void (*normalise)(const float* from, float* to, const float* scale, const float* shift,
                      std::int64_t count, float eps);
    void (*normaliseBf16)(const Bf16* from, Bf16* to, const float* scale, const float* shift,
                          std::int64_t count, float eps);
    /// Sums, bias and what is there, then bounds, or GELU where it is asked for: x (1 + erf(x /
    /// sqrt 2)) / 2 to about 2e-7 of x (Abramowitz, Stegun: Handbook of mathematical
    /// functions, 7.1.26).
    void (*finish)(const float* sums, float* to, const FinishedRow& how);
    void (*finishBf16)(const float* sums, Bf16* to, const FinishedRow& how);
    void (*depthwise)(const DepthwiseRow& work, float* to);
};

extern const RowLoops kRowLoopsBase;
#ifdef DUELO_WIDE_ROWS
extern const RowLoops kRowLoopsAvx2, kRowLoopsAvx512;
#endif

/// The widest of this build that oneDNN uses on this processor.
[[nodiscard]] const RowLoops& rowLoops();

}  // namespace duelo
