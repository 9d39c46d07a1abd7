// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "gpu/gpu_values.h"
#include "machine/gpu_sheet.h"

/// A GPU without LibTorch runs kernels by their texts, copies, and asks cuBLAS and cuDNN. DriverGpu
/// does it by NVIDIA's C libraries, OpenClGpu by OpenCL's; both are opened at run time. gpu.h adds
/// what networks ask for.
namespace duelo {

/// Time stamps in the stream of work, resolution about 0.5 us.
class GpuEvents {
public:
    virtual ~GpuEvents() = default;
    [[nodiscard]] virtual std::size_t count() const = 0;
    /// Puts stamp `i` behind the work submitted so far; does not wait.
    virtual void record(std::size_t i) = 0;
    /// Makes the work that is submitted to the current stream from now on wait for stamp `i`, in
    /// whichever stream that was recorded last; the host does not wait.
    virtual void wait(std::size_t i) = 0;
    /// Returns the time from one recorded stamp to the other on the device's clock, idle gaps
    /// between them included; waits for the later one.
    [[nodiscard]] virtual double elapsedMs(std::size_t from, std::size_t to) = 0;
};

/// While it lives, the calling thread works on a stream of its own (PlainGpu says which).
class GpuScope {
public:
    virtual ~GpuScope() = default;
};

/// The GPU as the worker thread sees it. All functions but state() belong to the worker thread, and
/// may throw TensorError (out of memory, faults): see gpu_failure.h for what they mean. Those that
/// need a library of NVIDIA's throw WorkFailed where it is not usable ("nvidia_library_missing"
/// {library}, "nvidia_library_unfit" {library, detail}), and "gpu_nonsense" {function, value} where
/// the driver tells what cannot be.
class PlainGpu {
public:
    virtual ~PlainGpu() = default;

    /// Picks the first device that meets `needed` and prepares what works on it. Never throws.
    [[nodiscard]] virtual std::optional<Reason> open(const GpuRequirements& needed) = 0;
    /// Name, capability, memory, clocks, driver, library versions and where they were loaded from.
    [[nodiscard]] virtual GpuSheet sheet() = 0;

    /// The worker holds one scope as long as it touches the GPU: a stream of its own keeps other
    /// streams' work out of the events, and memory cached for one stream is not lost to another.
    /// Leaving it waits for the GPU.
    [[nodiscard]] virtual std::unique_ptr<GpuScope> measuringStream() = 0;
    /// Within a measuringStream(), for copies: what is submitted under it runs beside the work of
    /// that stream, in an order that GpuEvents::wait() alone makes. Nothing waits when it begins or
    /// ends.
    [[nodiscard]] virtual std::unique_ptr<GpuScope> copyingStream() = 0;
    /// Waits until the work submitted to the current stream is done.
    virtual void synchronize() = 0;
    /// Hands submitted work to the GPU at once; Windows display drivers (WDDM) batch it otherwise.
    virtual void flushSubmission() = 0;
    [[nodiscard]] virtual std::unique_ptr<GpuEvents> events(std::size_t count) = 0;

    /// Memory of the GPU, every word of four bytes `fill`. Throws TensorError of Kind::OutOfMemory.
    [[nodiscard]] virtual GpuBlock allocate(std::size_t bytes, std::uint32_t fill = 0) = 0;
    /// Page-locked memory of the host, not filled, whose copies run at full PCIe speed and overlap,
    /// and which a kernel reads and writes at the same address. Page-locking is slow; do it once,
    /// outside any timed block.
    [[nodiscard]] virtual GpuBlock allocatePinned(std::size_t bytes) = 0;
    /// Copies between host and device, either way, or within the device, on the current stream. It
    /// does not wait but where the host's side is pageable, which the driver stages.
    virtual void copyBytes(void* to, const void* from, std::size_t bytes) = 0;

    /// Launches a kernel on the current stream; its pointers are into the device's memory. The
    /// first call of each text compiles and loads it, which cannot happen while something is
    /// captured.
    virtual void launch(const KernelLaunch& launch) = 0;
    /// Returns what submits the product by NVIDIA's library, prepared so far that a call does
    /// nothing else. The matrices must live as long as it.
    [[nodiscard]] virtual std::function<void()> product(const ProductOperands& of) = 0;
    /// Max pooling by cuDNN of a square picture in fp32 into a square map of the right side; what
    /// lies outside is never the largest. Does not wait.
    virtual void cudnnMaxPool(float* map, const float* picture, const PoolSides& sides,
                              const PoolWindow& window) = 0;

    [[nodiscard]] virtual GpuMemory memory() = 0;
    /// Gives back what is cached; nothing where nothing is.
    virtual void emptyCache() = 0;
    virtual void resetPeak() = 0;

    /// Reads the state; from any thread, between timed blocks only. Clock and throttle reasons are
    /// read each time, the slow rest at most twice a second.
    [[nodiscard]] virtual GpuState state() = 0;
    /// Median of `n` empty event pairs: what the stopwatch itself costs.
    [[nodiscard]] virtual double emptyEventPairMs(int n = 101);
    [[nodiscard]] virtual ClockPair crossCheckClocks();
    /// Waits for the whole device; 0, or the error that it is stuck in: CUDA's (classifyCudaError),
    /// or OpenCL's (opencl::errorName).
    [[nodiscard]] virtual int health() noexcept = 0;
    [[nodiscard]] virtual std::vector<GpuCheck> selfCheck() = 0;
};

}  // namespace duelo
