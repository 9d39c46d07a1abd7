// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "experiments/matrix_product/work.h"
#include "gpu/gpu.h"

namespace duelo {

/// LibTorch's own product on the CPU. `store` outlives the work.
[[nodiscard]] std::unique_ptr<Work> torchProduct(const ProductCase& work, Precision precision,
                                                 int threads, ProductInputStore& store);

/// Of factors that rest on the GPU, with a text of resources/kernels or with LibTorch's own
/// product, which is cuBLAS's there. `note`: what is to be known of the precision on this GPU.
/// `store` and `gpu` outlive the work.
[[nodiscard]] std::unique_ptr<Work> gpuProduct(const ProductCase& work, const ProductWay& way,
                                               std::optional<Reason> note, ProductInputStore& store,
                                               GpuApi& gpu);

/// What it keeps on the device.
[[nodiscard]] std::int64_t gpuProductBytes(const ProductWay& way, std::int64_t n);

}  // namespace duelo
