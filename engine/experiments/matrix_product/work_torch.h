// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/matrix_product/maker.h"
#include "gpu/gpu_loader.h"

namespace duelo {

/// With LibTorch's own product too, which is that of its library for the CPU.
class TorchProductMaker final : public ProductMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchProductMaker(Gpu& gpu) : m_gpu(gpu) {}

    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    [[nodiscard]] std::unique_ptr<Work> library(const ProductCase& work, Precision precision,
                                                int threads) override;
    [[nodiscard]] bool hasLibrary() const override { return true; }

private:
    Gpu& m_gpu;
};

}  // namespace duelo
