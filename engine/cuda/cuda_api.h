// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <c10/cuda/CUDAStream.h>

#include "cuda/loaded_kernels.h"
#include "gpu/gpu.h"
#include "gpu/nvml.h"
#include "tensor/values.h"

namespace duelo {

/// GpuApi on LibTorch's CUDA part and the CUDA runtime. One object per process, never destroyed:
/// LibTorch's own statics and the driver may be gone before ours at the end of the process.
///
/// Overrides that call LibTorch do so within translated() (tensor/libtorch.h), here and in the
/// classes that this one hands out: whoever uses a GPU knows TensorError alone. The functions that
/// they call throw LibTorch's own exceptions.
class CudaApi final : public GpuApi {
public:
    std::optional<Reason> open(const GpuRequirements& needed) override;
    GpuSheet sheet() override;
    TensorDevice device() const override { return {TensorDevice::Kind::Cuda, m_device}; }

    int deviceCount() override { return static_cast<int>(m_devices.size()); }
    void use(int ordinal) override;
    std::string peerId() override;
    std::unique_ptr<GpuPeers> meetPeers(const std::string& id, int rank, int ranks) override;

    std::unique_ptr<GpuScope> measuringStream() override;
    std::unique_ptr<GpuScope> copyingStream() override;
    void synchronize() override;
    void flushSubmission() override;
    std::unique_ptr<GpuEvents> events(std::size_t count) override;
    std::unique_ptr<GpuGraph> capture(const std::function<void()>& work) override;

    Tensor pinned(const Tensor& host) override;
    Tensor emptyPinned(const Tensor& like) override;
    void copy(Tensor& to, const Tensor& from) override;

    void launch(const KernelLaunch& launch) override;
    void dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) override;
    void addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                     float high) override;
    void cudnnMaxPool(Tensor& map, const Tensor& picture, const PoolWindow& window) override;

    GpuMemory memory() override;
    void emptyCache() override;
    void resetPeak() override;
    double setMemoryFraction(double fraction) override;

    GpuState state() override;
    double emptyEventPairMs(int n) override;
    ClockPair crossCheckClocks() override;
    int health() noexcept override;
    std::vector<GpuCheck> selfCheck() override;

private:
    /// Does what open() does, and may throw.
    std::optional<Reason> prepare(const GpuRequirements& needed);
    /// 0 or the first CUDA error; leaves m_device at -1 when no device is new enough.
    int chooseDevice(const GpuRequirements& needed);
    void takeDevice(c10::DeviceIndex device);

    std::vector<c10::DeviceIndex> m_devices;  ///< that are new enough
    c10::DeviceIndex m_device = -1;
    std::string m_pci_bus_id;
    bool m_dedicated = true;  ///< memory of its own
    std::shared_ptr<Nvml> m_nvml;
    std::optional<int> m_default_clock_mhz;
    std::mutex m_state_mutex;
    std::optional<GpuState> m_state;
    std::chrono::steady_clock::time_point m_state_time;
    /// Chosen once: memory that the allocator caches for one stream is of no use to another.
    std::optional<c10::cuda::CUDAStream> m_stream, m_copies;
    std::unique_ptr<LoadedKernels> m_kernels;  ///< made at the first launch
};

/// device_sheet.cpp
[[nodiscard]] GpuSheet readDeviceSheet(c10::DeviceIndex device, const std::string& pci_bus_id,
                                       const Nvml* nvml);

/// stream_events.cpp
[[nodiscard]] std::unique_ptr<GpuScope> makeScope(const c10::cuda::CUDAStream& stream);
[[nodiscard]] std::unique_ptr<GpuScope> makeSideScope(const c10::cuda::CUDAStream& stream);
[[nodiscard]] std::unique_ptr<GpuEvents> makeEvents(c10::DeviceIndex device, std::size_t count);

/// captured_graph.cpp
[[nodiscard]] std::unique_ptr<GpuGraph> captureGraph(const std::function<void()>& work);

/// One attribute of a device, absent when the driver does not tell.
[[nodiscard]] std::optional<int> deviceAttribute(int attribute, int device);

}  // namespace duelo
