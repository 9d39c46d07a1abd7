// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/cuda/CUDAStream.h>

#include "gpu/gpu_values.h"

namespace at {
class Tensor;
}

namespace duelo {

/// GpuApi::cudnnMaxPool() on a stream. cuDNN is what LibTorch has loaded already, asked by name:
/// LibTorch pools with kernels of its own, and brings no headers of cuDNN. Throws c10::Error.
void cudnnMaxPool(at::Tensor& map, const at::Tensor& picture, const PoolWindow& window,
                  c10::cuda::CUDAStream stream);

}  // namespace duelo
