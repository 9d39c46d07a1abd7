// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gpu/cuda_driver.h"
#include "gpu/loaded_kernels.h"
#include "gpu/nvml.h"
#include "gpu/plain_gpu.h"

namespace duelo {

class CublasProducts;
class CudnnPooling;

/// A GPU by NVIDIA's driver, NVRTC, cuBLAS and cuDNN, in the context that CUDA's runtime shares
/// with all of a process, so that LibTorch's part may work beside it (CudaApi). It is never
/// destroyed: the driver may be gone before it at the end of the process.
class DriverGpu : public virtual PlainGpu {
public:
    explicit DriverGpu(std::filesystem::path library = driver::standardLibrary(),
                       std::filesystem::path nvml = Nvml::standardLibrary());
    ~DriverGpu() override;

    std::optional<Reason> open(const GpuRequirements& needed) override;
    GpuSheet sheet() override;

    std::unique_ptr<GpuScope> measuringStream() override;
    std::unique_ptr<GpuScope> copyingStream() override;
    void synchronize() override;
    void flushSubmission() override;
    std::unique_ptr<GpuEvents> events(std::size_t count) override;

    GpuBlock allocate(std::size_t bytes, std::uint32_t fill) override;
    GpuBlock allocatePinned(std::size_t bytes) override;
    void copyBytes(void* to, const void* from, std::size_t bytes) override;

    void launch(const KernelLaunch& launch) override;
    std::function<void()> product(const ProductOperands& of) override;
    void cudnnMaxPool(float* map, const float* picture, const PoolSides& sides,
                      const PoolWindow& window) override;

    GpuMemory memory() override;
    void emptyCache() override {}
    void resetPeak() override { m_peak_bytes = m_allocated_bytes.load(); }

    GpuState state() override;
    int health() noexcept override;
    std::vector<GpuCheck> selfCheck() override;

    /// Returns the stream that work is submitted to now.
    [[nodiscard]] virtual driver::Stream currentStream();

protected:
    [[nodiscard]] const driver::Calls& calls() const { return *m_calls; }
    [[nodiscard]] driver::Device ordinal() const { return m_device; }
    [[nodiscard]] const std::vector<driver::Device>& devices() const { return m_devices; }
    /// Tells whether its memory is its own; else it is a part of the PC's.
    [[nodiscard]] bool dedicated() const { return m_dedicated; }
    /// Makes it the device of this process, which has done nothing on any so far.
    void takeDevice(driver::Device device);
    /// Undoes open(), which may then be tried again.
    void forgetDevice() { m_device = -1; }
    /// Makes the device's context that of the calling thread; the first call makes it. The driver
    /// is asked which one is: LibTorch's guards change it behind our back.
    void bind();
    /// Hands the bytes out; without LibTorch the driver does.
    [[nodiscard]] virtual std::shared_ptr<void> takeBytes(std::size_t bytes);

private:
    class Scope;
    class SideScope;
    /// 0 or the first error; leaves m_device at -1 when no device is new enough.
    [[nodiscard]] int chooseDevice(const GpuRequirements& needed);
    [[nodiscard]] driver::Stream newStream();

    const std::filesystem::path m_library, m_nvml_library;
    std::optional<driver::Calls> m_calls;
    std::vector<driver::Device> m_devices;  ///< that are new enough
    driver::Device m_device = -1;
    driver::Context m_context = nullptr;
    std::string m_pci_bus_id;
    bool m_dedicated = true;
    driver::Stream m_stream = nullptr, m_copies = nullptr, m_current = nullptr;
    std::unique_ptr<LoadedKernels> m_kernels;  ///< made at the first launch
    std::unique_ptr<CublasProducts> m_products;
    std::unique_ptr<CudnnPooling> m_pooling;

    std::atomic<std::int64_t> m_allocated_bytes = 0, m_peak_bytes = 0, m_allocations = 0;

    std::shared_ptr<Nvml> m_nvml;
    std::optional<int> m_default_clock_mhz;
    std::mutex m_state_mutex;
    std::optional<GpuState> m_state;
    std::chrono::steady_clock::time_point m_state_time;
};

/// driver_events.cpp
[[nodiscard]] std::unique_ptr<GpuEvents> makeEvents(const driver::Calls& calls, DriverGpu& gpu,
                                                    std::size_t count);

/// driver_sheet.cpp
[[nodiscard]] GpuSheet readDriverSheet(const driver::Calls& calls, driver::Device device,
                                       const std::string& pci_bus_id, const Nvml* nvml);
/// One attribute of a device, absent when the driver does not tell.
[[nodiscard]] std::optional<int> deviceAttribute(const driver::Calls& calls,
                                                 driver::Attribute attribute,
                                                 driver::Device device);

}  // namespace duelo
