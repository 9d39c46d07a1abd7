// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>

#include "experiments/reduction/maker.h"
#include "gpu/gpu_loader.h"

namespace duelo {

/// A maker that has LibTorch's own sum, cumsum and bincount too.
class TorchReductionMaker final : public ReductionMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchReductionMaker(Gpu& gpu) : m_gpu(gpu) {}

    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    [[nodiscard]] std::unique_ptr<SumWork> library(const SumTask& task) override;
    [[nodiscard]] bool hasLibrary() const override { return true; }

private:
    Gpu& m_gpu;
};

}  // namespace duelo
