// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "experiments/transfer/maker.h"
#include "gpu/gpu_loader.h"
#include "gpu/held_stream.h"

namespace duelo {

/// The copies of a GPU too: one after the other on one stream, timed by its events.
class TorchTransferMaker final : public TransferMaker {
public:
    /// `gpu` outlives the maker.
    explicit TorchTransferMaker(Gpu& gpu) : m_gpu(gpu) {}

    /// Reasons: why this PC's GPU cannot be used (Gpu::canUse()); of shared memory
    /// "shared_needs_opencl", "opencl_memory_apart" {name}.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override;

private:
    Gpu& m_gpu;
    HeldStream m_stream;
};

/// A copy on which the GPU works; `gpu` must outlive it.
[[nodiscard]] std::unique_ptr<Work> deviceCopy(std::int64_t bytes, const TransferWay& way,
                                               PlainGpu& gpu);
/// Makes a copy of pinned memory in one stream and in another one a kernel that takes about as
/// long; the call is over when both are. Each one's time by itself is measured apart.
[[nodiscard]] std::unique_ptr<Work> overlappedCopy(std::int64_t bytes, const TransferWay& way,
                                                   PlainGpu& gpu);

}  // namespace duelo
