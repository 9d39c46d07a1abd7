// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "gpu/plain_gpu.h"
#include "tensor/error.h"
#include "tensor/tensor.h"

/// The interface by which networks use a GPU. The engine never links CUDA: the module duelo_cuda
/// implements GpuApi and is loaded at run time (gpu_loader.h), so a PC without a driver, a GPU or
/// one of its libraries still runs everything on the CPU (R-07, S0-17). Without that module, as on
/// Windows, the GPU is still a PlainGpu.
namespace duelo {

/// Raised whenever anything here, in plain_gpu.h or in gpu_values.h changes; engine and module must
/// agree exactly.
inline constexpr int gpu_abi_version = 15;

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

/// A GPU with LibTorch's part for CUDA: what lies on it may be a tensor.
class GpuApi : public virtual PlainGpu {
public:
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

    /// Records what `work` submits instead of running it. `work` must have run once before, so that
    /// the libraries have made what they need, must not wait for the device, and runs under a
    /// measuringStream(). What the allocator has cached is given back before, because nothing can
    /// be freed meanwhile. Throws what `work` throws, or why it could not be captured; then nothing
    /// of the capture is left.
    [[nodiscard]] virtual std::unique_ptr<GpuGraph> capture(const std::function<void()>& work) = 0;

    /// Page-locked copy of a host tensor, same shape and strides (see allocatePinned()).
    [[nodiscard]] virtual Tensor pinned(const Tensor& host) = 0;
    /// Page-locked memory of the shape and type of `like`, not filled, from a cache that hands
    /// memory out again only once the copies that were submitted from it are done.
    [[nodiscard]] virtual Tensor emptyPinned(const Tensor& like) = 0;
    /// Host to device or back on the current stream, without waiting where the host side is pinned
    /// (pageable memory is staged by the driver and waits). Same shape and type on both sides.
    virtual void copy(Tensor& to, const Tensor& from) = 0;

    /// Kernels of Duelo's own (resources/kernels), launched as launch() does it.
    ///
    /// Writes a dropout layer's factors, fp32 and contiguous. `update` (int64, one value) is read
    /// on the device when the kernel runs.
    virtual void dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) = 0;
    /// y = min(max(y + bias + residual, low), high) for [N, C, H, W] of fp32, fp16 or bf16, the
    /// channels in the middle or innermost. `residual` may be undefined; all have one type.
    virtual void addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                             float high) = 0;

    /// Lets LibTorch use at most this part (0..1] of the device's memory; returns the former limit.
    virtual double setMemoryFraction(double fraction) = 0;
};

}  // namespace duelo
