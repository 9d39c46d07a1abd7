// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/gpu_values.h"
#include "tensor/tensor.h"

namespace duelo {

/// Make the launches of GpuApi::dropoutFactors() and addBiasClip(), and check the tensors for them:
/// here, where a test can follow it without a GPU. Throw TensorError for tensors that do not fit.
[[nodiscard]] KernelLaunch dropoutLaunch(const Tensor& factors, const Tensor& update,
                                         const DropoutDraw& draw);
[[nodiscard]] KernelLaunch addBiasClipLaunch(const Tensor& y, const Tensor& bias,
                                             const Tensor& residual, float low, float high);

}  // namespace duelo
