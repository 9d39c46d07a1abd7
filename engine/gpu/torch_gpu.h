// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/driver_gpu.h"
#include "gpu/gpu.h"
#include "tensor/torch_cuda.h"

namespace duelo {

/// A GPU for networks where there is no module duelo_cuda, as on Windows: LibTorch's part for CUDA
/// by the functions in C that it exports, the rest by DriverGpu, on LibTorch's streams and in
/// memory of its allocators. There are no functions in C for graphs and for several GPUs. It is
/// never destroyed (DriverGpu).
class TorchGpu final : public GpuApi, public DriverGpu {
public:
    TorchGpu(const TorchCuda& torch, std::filesystem::path driver, std::filesystem::path nvml)
        : DriverGpu(std::move(driver), std::move(nvml)), m_torch(torch) {}

    TensorDevice device() const override;

    int deviceCount() override { return static_cast<int>(devices().size()); }
    void use(int ordinal) override;
    std::optional<Reason> whyNoPeers() const override { return Reason{"gpu_no_peers"}; }
    std::string peerId() override;
    std::unique_ptr<GpuPeers> meetPeers(const std::string& id, int rank, int ranks) override;

    std::unique_ptr<GpuScope> measuringStream() override;
    std::unique_ptr<GpuScope> copyingStream() override;
    std::optional<Reason> whyNoGraphs() const override { return Reason{"gpu_no_graphs"}; }
    std::unique_ptr<GpuGraph> capture(const std::function<void()>& work) override;

    Tensor pinned(const Tensor& host) override;
    Tensor emptyPinned(const Tensor& like) override { return m_torch.emptyPinned(like); }
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
    class Scope;
    class SideScope;

    [[nodiscard]] std::shared_ptr<void> takeBytes(std::size_t bytes) override;
    /// Has LibTorch prepare itself for the device, which its first tensor does.
    void begin();
    /// Takes one of LibTorch's streams, where there is none yet.
    void take(TorchCuda::Stream& stream);

    const TorchCuda m_torch;
    bool m_begun = false;
    /// Chosen once: memory that the allocator caches for one stream is of no use to another.
    TorchCuda::Stream m_stream = nullptr, m_copies = nullptr;
};

}  // namespace duelo
