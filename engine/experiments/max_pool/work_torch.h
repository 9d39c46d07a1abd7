// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "experiments/max_pool/work.h"
#include "gpu/gpu.h"

namespace duelo {

/// Makes LibTorch's own pooling on the CPU, or that by oneDNN.
[[nodiscard]] std::unique_ptr<PoolWork> torchPool(const PoolCase& work, PoolKernel kernel,
                                                  int threads);

/// Makes the pooling of a picture that rests on the GPU, all windows in one launch: with a text of
/// resources/kernels or by cuDNN. The kernels that are launched for each window get it
/// from the host, and what they make of it goes back there, where its largest number is looked for,
/// as the thesis did. `gpu` outlives the work. With a student's own kernel in place of `kernel`,
/// prepare() gives the reasons of compiledOwn(), and output() those of OwnResult and checkOwn().
[[nodiscard]] std::unique_ptr<Work> gpuPool(const PoolCase& work, PoolKernel kernel, PlainGpu& gpu,
                                            std::optional<OwnKernel> own = {});

/// Makes the same by LibTorch's own kernels. `gpu` outlives the work.
[[nodiscard]] std::unique_ptr<Work> torchPoolOnGpu(const PoolCase& work, GpuApi& gpu);

/// Returns how many bytes it keeps on the device.
[[nodiscard]] std::int64_t gpuPoolBytes(const PoolCase& work, PoolKernel kernel);

}  // namespace duelo
