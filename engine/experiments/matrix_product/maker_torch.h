// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/matrix_product/maker.h"
#include "gpu/gpu_loader.h"
#include "gpu/held_stream.h"

namespace duelo {

/// A maker that has LibTorch's own product too, and all work of a GPU.
class TorchProductMaker final : public ProductMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchProductMaker(Gpu& gpu) : m_gpu(gpu) {}

    /// Checks a cell. Further reasons: why this PC's GPU cannot be used (Gpu::canUse()),
    /// "gpu_precision_unsupported" and "gpu_precision_emulated" of precisionSupport(), and
    /// "product_launch_too_long" {n, max} where the system ends kernels that run for long.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override;

protected:
    [[nodiscard]] std::unique_ptr<ProductWork> library(const ProductCase& work,
                                                       const ProductWay& way) override;
    [[nodiscard]] bool hasLibrary() const override { return true; }

private:
    Gpu& m_gpu;
    HeldStream m_stream;
};

}  // namespace duelo
