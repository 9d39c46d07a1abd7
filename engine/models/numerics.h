// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "base/words.h"

namespace duelo {

/// LibTorch's process-wide numerical switches. LibTorch's own defaults differ between operations
/// (TF32 on for cuDNN convolutions, off for matrix products), so Duelo always sets all of them.
struct Numerics {
    bool tf32 = false;             ///< fp32 products on tensor cores, 10 bits of mantissa (R-30)
    bool deterministic = false;    ///< the same bits every time, where an operation can
    bool cudnn_benchmark = false;  ///< cuDNN tries its algorithms on the first call of each size
};

/// Call it on the worker thread before a cell; takes effect for the next operation.
void applyNumerics(const Numerics& numerics);

/// What this machine can do with a precision on a device.
struct PrecisionSupport {
    /// The CPU has no instructions for it: correct, but slower than fp32 and worth a remark.
    bool emulated = false;
};

/// Fails with `precision_unsupported` (fp16 and tf32 on a CPU), naming the accepted ones.
[[nodiscard]] Result<PrecisionSupport> precisionSupport(Device device, Precision precision);

}  // namespace duelo
