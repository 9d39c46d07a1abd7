// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "experiments/stencil/kernel_texts.h"

/// The orders of kernel_texts.h, compiled for the instructions that a CPU may have.
namespace duelo {

struct HeatKernels {
    void (*columns)(HeatStep step, HeatPart part);
    void (*rows)(HeatStep step, HeatPart part);
    void (*blocked)(HeatStep step, HeatPart part);
    /// `levels` is kHeatLevels at most; `space` holds heatSpace() numbers of this thread alone.
    void (*temporal)(HeatStep step, HeatPart part, long levels, float* space);
};

/// Returns the kernels that this CPU can run, the widest last.
[[nodiscard]] std::span<const HeatKernels> usableHeatKernels();

}  // namespace duelo
