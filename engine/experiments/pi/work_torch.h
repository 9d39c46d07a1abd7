// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/pi/maker.h"
#include "gpu/gpu_loader.h"

namespace duelo {

/// With the arrays of LibTorch: each operation goes over all samples before the next one begins.
class TorchPiMaker final : public PiMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchPiMaker(Gpu& gpu) : m_gpu(gpu) {}

    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    [[nodiscard]] std::unique_ptr<Work> arrays(const PiCase& work, int threads) override;
    [[nodiscard]] bool hasArrays() const override { return true; }

private:
    Gpu& m_gpu;
};

}  // namespace duelo
