// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/max_pool/maker.h"
#include "gpu/gpu_loader.h"

namespace duelo {

/// With LibTorch's own pooling too.
class TorchPoolMaker final : public PoolMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchPoolMaker(Gpu& gpu) : m_gpu(gpu) {}

    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    [[nodiscard]] std::unique_ptr<Work> library(const PoolCase& work, int threads) override;
    [[nodiscard]] bool hasLibrary() const override { return true; }

private:
    Gpu& m_gpu;
};

}  // namespace duelo
