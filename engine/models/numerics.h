// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/device.h"
#include "base/result.h"
#include "base/words.h"
#include "machine/gpu_sheet.h"
#include "tensor/library.h"

namespace duelo {

/// The support for a precision on a device of this machine.
struct PrecisionSupport {
    /// Why it is correct but not fast, worth a remark: `precision_emulated` {precision} where a CPU
    /// has no instructions for it, `gpu_precision_emulated` {precision, name, cc, needed} where a
    /// GPU has no tensor cores for it.
    std::optional<Reason> slow{};
};

/// Tells whether this processor has no instructions for it, so that it computes in fp32 and
/// converts.
[[nodiscard]] bool isSlowOnCpu(Precision precision);

/// Fails with `precision_unsupported` (fp16 and tf32 on a CPU), naming the accepted ones, and with
/// `gpu_precision_unsupported` {precision, name, cc, needed, accepted} where the GPU would silently
/// compute something else. `gpu` is what the opened GPU tells of itself; where its capability is
/// not known nothing is refused.
[[nodiscard]] Result<PrecisionSupport> precisionSupport(Device device, Precision precision,
                                                        const GpuSheet& gpu = {});

}  // namespace duelo
