// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/max_pool/maker.h"
#include "gpu/gpu_loader.h"
#include "gpu/held_stream.h"

namespace duelo {

/// A maker that has LibTorch's own pooling too, and all work of a GPU.
class TorchPoolMaker final : public PoolMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchPoolMaker(Gpu& gpu) : m_gpu(gpu) {}

    /// Checks a cell. Further reason: why this PC's GPU cannot be used (Gpu::canUse()).
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override;

protected:
    [[nodiscard]] Result<void> read(PoolCase& work) override;
    [[nodiscard]] std::optional<Reason> whyNotRead(const PoolCase& work) override;
    [[nodiscard]] std::unique_ptr<PoolWork> library(const PoolCase& work, PoolKernel kernel,
                                                    int threads) override;
    [[nodiscard]] bool hasLibrary() const override { return true; }

private:
    Gpu& m_gpu;
    HeldStream m_stream;
};

}  // namespace duelo
