// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include <ATen/core/Tensor.h>

#include "gpu/gpu_values.h"

namespace duelo {

/// One launch of a kernel of resources/kernels as values: which, how wide, with what. What a tensor
/// must be like for it is decided here, where a test can follow it without a GPU. The tensors must
/// live until the launch has been submitted.
struct KernelLaunch {
    using Argument = std::variant<const void*, std::uint64_t, std::uint32_t, float>;

    const char* text;    ///< the resource that holds it
    const char* kernel;  ///< its name in there
    unsigned blocks = 0, threads = 0;
    std::vector<Argument> arguments{};  ///< in the kernel's order; a pointer may be null
};

/// As GpuApi::dropoutFactors() and addBiasClip(). Throw c10::Error for tensors that do not fit.
[[nodiscard]] KernelLaunch dropoutLaunch(const at::Tensor& factors, const at::Tensor& update,
                                         const DropoutDraw& draw);
[[nodiscard]] KernelLaunch addBiasClipLaunch(const at::Tensor& y, const at::Tensor& bias,
                                             const at::Tensor& residual, float low, float high);

}  // namespace duelo
