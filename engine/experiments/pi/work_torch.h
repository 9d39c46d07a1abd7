// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "experiments/pi/maker.h"
#include "gpu/gpu_loader.h"
#include "gpu/held_stream.h"

namespace duelo {

/// A maker that has the arrays of LibTorch too, where each operation goes over all samples before
/// the next one begins, and all work of a GPU.
class TorchPiMaker final : public PiMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchPiMaker(Gpu& gpu) : m_gpu(gpu) {}

    /// Reasons: why this PC's GPU cannot be used (Gpu::canUse()).
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    void release() override { m_stream.release(); }
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;

protected:
    [[nodiscard]] std::unique_ptr<PiWork> arrays(const PiCase& work, int threads) override;
    [[nodiscard]] bool hasArrays() const override { return true; }

private:
    Gpu& m_gpu;
    HeldStream m_stream;
};

/// The arrays of a GPU, which must outlive the work.
[[nodiscard]] std::unique_ptr<Work> gpuPiArrays(const PiCase& work, GpuApi& gpu);
/// KernelHost or KernelDevice, with at most `piece` samples in a launch. `gpu` must outlive it.
[[nodiscard]] std::unique_ptr<Work> gpuPi(const PiCase& work, PiHow how, std::int64_t piece,
                                          PlainGpu& gpu);
/// Returns the memory that this takes on the GPU; if the host reduces, as much on the host too.
[[nodiscard]] std::int64_t gpuPiBytes(const PiCase& work, PiHow how);

}  // namespace duelo
