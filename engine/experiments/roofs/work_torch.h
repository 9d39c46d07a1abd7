// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "experiments/roofs/maker.h"
#include "gpu/gpu_loader.h"
#include "gpu/held_stream.h"
#include "plan/plan.h"

namespace duelo {

/// The roofs of a GPU too.
class TorchRoofsMaker final : public RoofsMaker {
public:
    /// `gpu` outlives the maker.
    TorchRoofsMaker(std::unique_ptr<Maker> transfer, Gpu& gpu, MakeInProcess child = {})
        : RoofsMaker(std::move(transfer), std::move(child)), m_gpu(gpu) {}

    /// Reasons: why this PC's GPU cannot be used (Gpu::canUse()), and those of precisionSupport(),
    /// also of a number format that this GPU has no tensor cores for.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    void release() override;

private:
    Gpu& m_gpu;
    HeldStream m_stream;
};

/// The amount of work that a GPU is given.
struct GpuRoofSize {
    unsigned blocks = 4096;  ///< of the own kernels
    int rounds = 512;
    int side = 4096;  ///< of the matrices that tensor cores multiply
};
/// Makes the arithmetic of a GPU: in fp32 sums in registers (resources/kernels/roof_fma.cu); in
/// fewer bits the product of two matrices, which NVIDIA's library has tensor cores for. `gpu` must
/// outlive the work.
[[nodiscard]] std::unique_ptr<Work> gpuArithmetic(Precision precision, const GpuRoofSize& size,
                                                  PlainGpu& gpu);
/// A kernel that does next to nothing (resources/kernels/launch_nothing.cu), in rows.
[[nodiscard]] std::unique_ptr<Work> gpuLaunch(PlainGpu& gpu);

}  // namespace duelo
