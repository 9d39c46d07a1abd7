// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "dnn/bf16.h"

namespace duelo {

/// Loops over the values of one row that oneDNN has no fast primitive for (2.6 normalises layers in
/// plain code), compiled once for each kind of vector instructions.
struct RowLoops {
    /// Leaves e^(x - largest) in the row, to about 2 ulp. \returns one over their sum.
    float (*exponentials)(float* row, std::int64_t count);
    /// (x - mean) / sqrt(variance + eps) * scale + shift, all in fp32.
    void (*normalise)(const float* from, float* to, const float* scale, const float* shift,
                      std::int64_t count, float eps);
    void (*normaliseBf16)(const Bf16* from, Bf16* to, const float* scale, const float* shift,
                          std::int64_t count, float eps);
};

extern const RowLoops kRowLoopsBase;
#ifdef DUELO_WIDE_ROWS
extern const RowLoops kRowLoopsAvx2, kRowLoopsAvx512;
#endif

/// The widest of this build that oneDNN uses on this processor.
[[nodiscard]] const RowLoops& rowLoops();

}  // namespace duelo
