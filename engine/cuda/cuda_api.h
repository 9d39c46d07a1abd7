// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <c10/cuda/CUDAStream.h>

#include "gpu/driver_gpu.h"
#include "gpu/gpu.h"
#include "tensor/values.h"

namespace duelo {

/// GpuApi on LibTorch's CUDA part. What needs no LibTorch is DriverGpu's, on LibTorch's streams and
/// in memory of its allocators. One object per process, never destroyed: LibTorch's own statics and
/// the driver may be gone before ours at the end of the process.
///
/// Overrides that call LibTorch do so within translated() (tensor/libtorch.h), here and in the
/// classes that this one hands out: whoever uses a GPU knows TensorError alone. The functions that
/// they call throw LibTorch's own exceptions.
class CudaApi final : public GpuApi, public DriverGpu {
public:
    std::optional<Reason> open(const GpuRequirements& needed) override;
    TensorDevice device() const override { return {TensorDevice::Kind::Cuda, index()}; }

    int deviceCount() override { return static_cast<int>(devices().size()); }
    void use(int ordinal) override;
    std::string peerId() override;
    std::unique_ptr<GpuPeers> meetPeers(const std::string& id, int rank, int ranks) override;

    std::unique_ptr<GpuScope> measuringStream() override;
    std::unique_ptr<GpuScope> copyingStream() override;
    std::unique_ptr<GpuGraph> capture(const std::function<void()>& work) override;

    GpuBlock allocatePinned(std::size_t bytes) override;
    Tensor pinned(const Tensor& host) override;
    Tensor emptyPinned(const Tensor& like) override;
    void copy(Tensor& to, const Tensor& from) override;

    std::function<void()> product(const ProductOperands& of) override;
    void dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) override;
    void addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                     float high) override;

    GpuMemory memory() override;
    void emptyCache() override;
    void resetPeak() override;

    int health() noexcept override;
    std::vector<GpuCheck> selfCheck() override;

    driver::Stream currentStream() override;

private:
    /// Does what open() does, and may throw.
    std::optional<Reason> prepare(const GpuRequirements& needed);
    [[nodiscard]] c10::DeviceIndex index() const {
        return static_cast<c10::DeviceIndex>(ordinal());
    }
    std::shared_ptr<void> takeBytes(std::size_t bytes) override;

    /// Chosen once: memory that the allocator caches for one stream is of no use to another.
    std::optional<c10::cuda::CUDAStream> m_stream, m_copies;
};

/// torch_scopes.cpp
[[nodiscard]] std::unique_ptr<GpuScope> makeScope(const c10::cuda::CUDAStream& stream);
[[nodiscard]] std::unique_ptr<GpuScope> makeSideScope(const c10::cuda::CUDAStream& stream);

/// captured_graph.cpp
[[nodiscard]] std::unique_ptr<GpuGraph> captureGraph(const std::function<void()>& work);

}  // namespace duelo
