// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/opencl_devices.h"
#include "gpu/opencl_memory.h"
#include "gpu/opencl_programs.h"
#include "gpu/plain_gpu.h"

namespace duelo {

/// A GPU of any maker by OpenCL 1.2. Texts of kernels are translated (openClText()) and built by
/// its driver. It has no library for products and pooling: product() and cudnnMaxPool() throw
/// WorkFailed "opencl_no_library"; and nobody tells its clocks and temperatures. Never destroyed,
/// as DriverGpu.
class OpenClGpu final : public PlainGpu {
public:
    OpenClGpu(const opencl::Calls& calls, OpenClFacts facts);
    ~OpenClGpu() override;

    [[nodiscard]] const OpenClFacts& facts() const { return m_facts; }
    /// Translates and builds a student's text, which a launch then has as its code. Reasons: those
    /// of openClText(), "opencl_no_doubles", "own_kernel_not_compiled" {name, line, detail} with
    /// all of the driver's log as the message.
    [[nodiscard]] Result<std::string> compiled(const std::string& name, std::string_view text);

    /// Gives page-locked memory to the device and takes it back for the host: a call of OpenCL's
    /// unmap and one of its map. Where both share the memory, nothing moves. Does not wait.
    void handOver(const void* place);

    std::optional<Reason> open(const GpuRequirements& needed) override;
    GpuSheet sheet() override;

    std::unique_ptr<GpuScope> measuringStream() override;
    std::unique_ptr<GpuScope> copyingStream() override;
    void synchronize() override;
    void flushSubmission() override;
    std::unique_ptr<GpuEvents> events(std::size_t count) override;

    GpuBlock allocate(std::size_t bytes, std::uint32_t fill = 0) override;
    GpuBlock allocatePinned(std::size_t bytes) override;
    void copyBytes(void* to, const void* from, std::size_t bytes) override;

    void launch(const KernelLaunch& launch) override;
    std::function<void()> product(const ProductOperands& of) override;
    void cudnnMaxPool(float* map, const float* picture, const PoolSides& sides,
                      const PoolWindow& window) override;

    GpuMemory memory() override;
    void emptyCache() override {}
    void resetPeak() override { m_memory->resetPeak(); }

    GpuState state() override { return {}; }
    int health() noexcept override;
    std::vector<GpuCheck> selfCheck() override;

    /// Returns the queue that work is submitted to now.
    [[nodiscard]] opencl::Queue currentQueue() const { return m_current; }

private:
    class Scope;
    [[nodiscard]] Result<opencl::Queue> newQueue();

    const opencl::Calls m_calls;
    const OpenClFacts m_facts;
    opencl::Context m_context = nullptr;
    opencl::Queue m_queue = nullptr, m_copies = nullptr, m_current = nullptr;
    std::unique_ptr<OpenClMemory> m_memory;
    std::unique_ptr<OpenClPrograms> m_programs;
};

/// opencl_events.cpp
[[nodiscard]] std::unique_ptr<GpuEvents> makeEvents(const opencl::Calls& calls, OpenClGpu& gpu,
                                                    std::size_t count);

}  // namespace duelo
