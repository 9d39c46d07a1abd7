// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/device.h"
#include "base/result.h"
#include "base/words.h"
#include "machine/gpu_sheet.h"

namespace duelo {

/// LibTorch's process-wide numerical switches. LibTorch's own defaults differ between operations
/// (TF32 on for cuDNN convolutions, off for matrix products), so Duelo always sets all of them.
struct Numerics {
    bool tf32 = false;           ///< fp32 products on tensor cores, 10 bits of mantissa (R-30)
    bool deterministic = false;  ///< the same bits every time, where an operation can
    /// cuDNN tries its algorithms on the first call of each size. All work leaves it off, and the
    /// header of a record says so: cuDNN then chooses by rule, so that every process computes in
    /// the same way, the first call pays for no trials, and PyTorch, whose usual setting it is,
    /// does the same work. What the trials would find is at most faster than what is told.
    bool cudnn_benchmark = false;
};

/// Call it on the worker thread before a cell; takes effect for the next operation.
void applyNumerics(const Numerics& numerics);

/// What this machine can do with a precision on a device.
struct PrecisionSupport {
    /// Why it is correct but not fast, worth a remark: `precision_emulated` {precision} where a CPU
    /// has no instructions for it, `gpu_precision_emulated` {precision, name, cc, needed} where a
    /// GPU has no tensor cores for it.
    std::optional<Reason> slow{};
};

/// Whether this processor has no instructions for it, so that it computes in fp32 and converts.
[[nodiscard]] bool isSlowOnCpu(Precision precision);

/// Fails with `precision_unsupported` (fp16 and tf32 on a CPU), naming the accepted ones, and with
/// `gpu_precision_unsupported` {precision, name, cc, needed, accepted} where the GPU would silently
/// compute something else. `gpu` is what the opened GPU tells of itself; where its capability is
/// not known nothing is refused.
[[nodiscard]] Result<PrecisionSupport> precisionSupport(Device device, Precision precision,
                                                        const GpuSheet& gpu = {});

}  // namespace duelo
