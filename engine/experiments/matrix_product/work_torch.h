// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "experiments/matrix_product/work.h"
#include "gpu/plain_gpu.h"

namespace duelo {

/// LibTorch's own product on the CPU. `store` outlives the work.
/// On the CPU: by what LibTorch chooses (MKL in fp32), or by oneDNN with the second factor in a
/// format of its own. prepare() refuses, with "product_no_onednn" {precision}, what oneDNN does not
/// have on this processor.
[[nodiscard]] std::unique_ptr<ProductWork> torchProduct(const ProductCase& work,
                                                        const ProductWay& way,
                                                        ProductInputStore& store);

/// A student's own kernel: prepare() gives the reasons of compiledOwn(), and output() those of
/// OwnResult.
[[nodiscard]] std::unique_ptr<Work> gpuProduct(const ProductCase& work, const ProductWay& way,
                                               std::optional<Reason> note, ProductInputStore& store,
                                               PlainGpu& gpu, std::optional<OwnKernel> own = {});

[[nodiscard]] std::int64_t gpuProductBytes(const ProductWay& way, std::int64_t n);

}  // namespace duelo
