// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/max_pool/work.h"
#include "gpu/gpu.h"

namespace duelo {

/// LibTorch's own pooling on the CPU.
[[nodiscard]] std::unique_ptr<Work> torchPool(const PoolCase& work, int threads);

/// Of a picture that rests on the GPU, all windows in one launch: with a text of resources/kernels
/// or with LibTorch's own. The kernels that are launched for each window get it from the host, and
/// what they make of it goes back there, where its largest number is looked for: so the thesis
/// pooled. `gpu` outlives the work.
[[nodiscard]] std::unique_ptr<Work> gpuPool(const PoolCase& work, PoolKernel kernel, GpuApi& gpu);

/// What it keeps on the device.
[[nodiscard]] std::int64_t gpuPoolBytes(const PoolCase& work, PoolKernel kernel);

}  // namespace duelo
