// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Tensor.h>

#include "gpu/gpu_values.h"

namespace duelo {

/// What a tensor must be like for a kernel is decided here, where a test can follow it without a
/// GPU. As GpuApi::dropoutFactors() and addBiasClip(). Throw c10::Error for tensors that do not
/// fit.
[[nodiscard]] KernelLaunch dropoutLaunch(const at::Tensor& factors, const at::Tensor& update,
                                         const DropoutDraw& draw);
[[nodiscard]] KernelLaunch addBiasClipLaunch(const at::Tensor& y, const at::Tensor& bias,
                                             const at::Tensor& residual, float low, float high);

}  // namespace duelo
