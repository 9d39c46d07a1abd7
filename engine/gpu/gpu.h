// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gpu/gpu_values.h"
#include "machine/gpu_sheet.h"
#include "tensor/error.h"
#include "tensor/tensor.h"

/// The interface by which work uses a GPU. The engine never links CUDA: the module duelo_cuda
/// implements GpuApi and is loaded at run time (gpu_loader.h), so a PC without a driver, a GPU or
/// one of its libraries still runs everything on the CPU (R-07, S0-17).
namespace duelo {

/// Raised whenever anything here or in gpu_values.h changes; engine and module must agree exactly.
inline constexpr int gpu_abi_version = 13;

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

/// While it lives, the calling thread works on a stream of its own (GpuApi says which).
class GpuScope {
public:
    virtual ~GpuScope() = default;
};

/// Work that was captured once and is submitted as a whole: one call instead of one per kernel.
class GpuGraph {
public:
    virtual ~GpuGraph() = default;
    /// Submits the work again on the current stream; does not wait. It reads and writes the memory
    /// of the tensors that it was captured with, which must live as long as the graph.
    virtual void replay() = 0;
};

/// The GPUs of several processes, each with one, that add up their tensors over NCCL. For the
/// worker thread, and the threads of autograd that work for it. Everything but takeStoodMs() may
/// throw a TensorError of Kind::Distributed, where the others are lost, with NCCL's words.
class GpuPeers {
public:
    /// Ends what is on its way, whoever else is still there.
    virtual ~GpuPeers() = default;
    /// Begins to replace fp32 values, contiguous and on this GPU, by their sums over all processes:
    /// behind the work that is submitted to the measuring stream, beside what comes after it.
    virtual void addUp(const Tensor& values) = 0;
    /// Makes the work that is submitted to that stream from now on wait for all sums; the host does
    /// not wait.
    virtual void join() = 0;
    /// Tells whether the GPU has more than so many joins still before it. A host that waited for
    /// the GPU itself would hear of no process that is lost.
    [[nodiscard]] virtual bool pending(std::size_t joins) = 0;
    /// Returns the time that the stream has stood in joins since the last call, by the device's
    /// clock; it counts joins that are no longer pending.
    [[nodiscard]] virtual double takeStoodMs() = 0;
};

/// Copies a tensor of the host to the GPU: GpuApi::copy(), or a clock around it.
using GpuCopy = std::function<void(Tensor& to, const Tensor& from)>;

/// The GPU as the worker thread sees it. All functions but state() belong to the worker thread,
/// and may throw TensorError (out of memory, faults): see gpu_failure.h for what they mean.
class GpuApi {
public:
    virtual ~GpuApi() = default;

    /// Picks the first device that meets `needed` and prepares LibTorch for it. Never throws.
    [[nodiscard]] virtual std::optional<Reason> open(const GpuRequirements& needed) = 0;
    /// Name, capability, memory, clocks, driver, library versions and where they were loaded from.
    [[nodiscard]] virtual GpuSheet sheet() = 0;
    /// The device for tensors, valid after open().
    [[nodiscard]] virtual TensorDevice device() const = 0;

    /// Returns the number of devices that meet what open() needed.
    [[nodiscard]] virtual int deviceCount() = 0;
    /// Makes the one at that place among them the device of this process, which has done nothing on
    /// any so far. Throws std::out_of_range where there are fewer.
    virtual void use(int ordinal) = 0;
    /// Returns the id that one process makes and all others are told, for meetPeers().
    [[nodiscard]] virtual std::string peerId() = 0;
    /// Waits until all have come, on any thread, while the worker holds its measuringStream().
    [[nodiscard]] virtual std::unique_ptr<GpuPeers> meetPeers(const std::string& id, int rank,
                                                              int ranks) = 0;

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

    /// Records what `work` submits instead of running it. `work` must have run once before, so that
    /// the libraries have made what they need, must not wait for the device, and runs under a
    /// measuringStream(). What the allocator has cached is given back before, because nothing can
    /// be freed meanwhile. Throws what `work` throws, or why it could not be captured; then nothing
    /// of the capture is left.
    [[nodiscard]] virtual std::unique_ptr<GpuGraph> capture(const std::function<void()>& work) = 0;

    /// Page-locked copy of a host tensor, same shape and strides: its copies run at full PCIe
    /// speed and overlap. Page-locking is slow; do it once, outside any timed block.
    [[nodiscard]] virtual Tensor pinned(const Tensor& host) = 0;
    /// Page-locked memory of the shape and type of `like`, not filled, from a cache that hands
    /// memory out again only once the copies that were submitted from it are done.
    [[nodiscard]] virtual Tensor emptyPinned(const Tensor& like) = 0;
    /// Host to device or back on the current stream, without waiting where the host side is pinned
    /// (pageable memory is staged by the driver and waits). Same shape and type on both sides.
    virtual void copy(Tensor& to, const Tensor& from) = 0;

    /// Kernels of Duelo's own (resources/kernels), on the current stream. The first call of each
    /// compiles and loads it, which cannot happen while something is captured.
    ///
    /// A launch as it stands; its pointers are into the device's memory.
    virtual void launch(const KernelLaunch& launch) = 0;
    /// Writes a dropout layer's factors, fp32 and contiguous. `update` (int64, one value) is read
    /// on the device when the kernel runs.
    virtual void dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) = 0;
    /// y = min(max(y + bias + residual, low), high) for [N, C, H, W] of fp32, fp16 or bf16, the
    /// channels in the middle or innermost. `residual` may be undefined; all have one type.
    virtual void addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                             float high) = 0;
    /// Max pooling by cuDNN, of [N, C, H, W] in fp32 on the device into a map of the right shape;
    /// what lies outside is never the largest. Does not wait.
    virtual void cudnnMaxPool(Tensor& map, const Tensor& picture, const PoolWindow& window) = 0;

    [[nodiscard]] virtual GpuMemory memory() = 0;
    virtual void emptyCache() = 0;
    virtual void resetPeak() = 0;
    /// Lets LibTorch use at most this part (0..1] of the device's memory; returns the former limit.
    virtual double setMemoryFraction(double fraction) = 0;

    /// Reads the state; from any thread, between timed blocks only. Clock and throttle reasons are
    /// read each time, the slow rest at most twice a second.
    [[nodiscard]] virtual GpuState state() = 0;
    /// Median of `n` empty event pairs: what the stopwatch itself costs.
    [[nodiscard]] virtual double emptyEventPairMs(int n = 101) = 0;
    [[nodiscard]] virtual ClockPair crossCheckClocks() = 0;
    /// Waits for the whole device; 0, or the CUDA error that it is stuck in (classifyCudaError).
    [[nodiscard]] virtual int health() noexcept = 0;
    [[nodiscard]] virtual std::vector<GpuCheck> selfCheck() = 0;
};

}  // namespace duelo
