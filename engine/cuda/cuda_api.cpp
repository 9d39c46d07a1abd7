// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_api.h"

#include <exception>
#include <utility>

#include <ATen/ATen.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include "cuda/nccl_peers.h"
#include "gpu/cuda_errors.h"
#include "gpu/gpu_failure.h"
#include "gpu/kernel_launch.h"
#include "gpu/torch_self_check.h"
#include "tensor/libtorch.h"

#ifdef _WIN32
#define DUELO_EXPORT __declspec(dllexport)
#else
#define DUELO_EXPORT __attribute__((visibility("default")))
#endif

namespace duelo {
namespace {

namespace allocator = c10::cuda::CUDACachingAllocator;

std::int64_t current(const c10::CachingAllocator::StatArray& stats) {
    return stats[std::size_t(c10::CachingAllocator::StatType::AGGREGATE)].current;
}

std::int64_t peak(const c10::CachingAllocator::StatArray& stats) {
    return stats[std::size_t(c10::CachingAllocator::StatType::AGGREGATE)].peak;
}

at::ScalarType typeOf(Precision precision) {
    if (precision == Precision::Fp16) return at::kHalf;
    return precision == Precision::Bf16 ? at::kBFloat16 : at::kFloat;
}

}  // namespace

void CudaApi::use(int ordinal) {
    const driver::Device device = devices().at(std::size_t(ordinal));
    if (device == this->ordinal()) return;
    takeDevice(device);
    m_stream.reset();
    m_copies.reset();
}

std::string CudaApi::peerId() {
    return translated([] { return ncclPeerId(); });
}

std::unique_ptr<GpuPeers> CudaApi::meetPeers(const std::string& id, int rank, int ranks) {
    return translated([&] {
        TORCH_CHECK(m_stream, "meetPeers: the worker holds no stream");
        return meetNcclPeers(id, rank, ranks, *m_stream);
    });
}

std::optional<Reason> CudaApi::prepare(const GpuRequirements& needed) {
    // LibTorch asks once per process whether it has a CUDA part, and remembers the answer.
    if (!at::globalContext().hasCUDART()) return Reason{"gpu_not_registered", Json::object(), {}};
    if (auto reason = DriverGpu::open(needed)) return reason;
    at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
    return std::nullopt;
}

std::optional<Reason> CudaApi::open(const GpuRequirements& needed) {
    if (ordinal() >= 0) return std::nullopt;
    try {
        return translated([&] { return prepare(needed); });
    } catch (...) {
        forgetDevice();  // the driver may have opened it before LibTorch refused
        const auto failure = describeGpuFailure(std::current_exception());
        return failure ? failure->reason : explainCudaStart(cudaErrorUnknown);
    }
}

std::unique_ptr<GpuScope> CudaApi::measuringStream() {
    return translated([&] {
        if (!m_stream) m_stream = c10::cuda::getStreamFromPool(false, index());
        return makeScope(*m_stream);
    });
}

std::unique_ptr<GpuScope> CudaApi::copyingStream() {
    return translated([&] {
        // The pool hands its streams out in turn, so this is another one than that of the work.
        if (!m_copies) m_copies = c10::cuda::getStreamFromPool(false, index());
        return makeSideScope(*m_copies);
    });
}

driver::Stream CudaApi::currentStream() {
    return translated([&] { return c10::cuda::getCurrentCUDAStream(index()).stream(); });
}

std::unique_ptr<GpuGraph> CudaApi::capture(const std::function<void()>& work) {
    return translated([&] { return captureGraph(work); });
}

std::shared_ptr<void> CudaApi::takeBytes(std::size_t bytes) {
    return translated([&] {
        const c10::cuda::CUDAGuard guard(index());
        return std::shared_ptr<void>(allocator::raw_alloc(bytes), allocator::raw_delete);
    });
}

GpuBlock CudaApi::allocatePinned(std::size_t bytes) {
    const auto count = static_cast<std::int64_t>(bytes);
    return translated([&] {
        at::Tensor values =
            at::empty({count}, at::TensorOptions(at::kByte).device(at::kCPU).pinned_memory(true));
        void* place = values.data_ptr();
        // LibTorch's allocator hands such memory out again, and knows nothing of copies that were
        // submitted without it: they end first.
        return GpuBlock{{place,
                         [this, values = std::move(values)](void*) mutable {
                             static_cast<void>(health());
                             values.reset();
                         }},
                        bytes};
    });
}

Tensor CudaApi::pinned(const Tensor& host) {
    return translated([&] {
        TORCH_CHECK(host.is_cpu(), "pinned: a tensor of the host is needed");
        return wrapped(libtorch(host).pin_memory());
    });
}

Tensor CudaApi::emptyPinned(const Tensor& like) {
    return translated([&] {
        const at::Tensor& shape = libtorch(like);
        return wrapped(
            at::empty(shape.sizes(), shape.options().device(at::kCPU).pinned_memory(true)));
    });
}

void CudaApi::copy(Tensor& to, const Tensor& from) {
    translated([&] {
        const at::Tensor &there = libtorch(to), &here = libtorch(from);
        // Anything else would hide a conversion or a second copy in the time of the transfer.
        TORCH_CHECK(there.device() != here.device() && there.scalar_type() == here.scalar_type() &&
                        there.sizes() == here.sizes() && there.strides() == here.strides(),
                    "copy: both sides must have the same shape, strides and type");
        there.copy_(here, true);
    });
}

/// LibTorch's product is what is compared with elsewhere; it is cuBLAS's with the workspace that
/// LibTorch gives it.
std::function<void()> CudaApi::product(const ProductOperands& of) {
    return translated([&] {
        const auto options =
            at::TensorOptions(typeOf(of.precision)).device(c10::DeviceType::CUDA, index());
        const auto matrix = [&](const void* values) {
            return at::from_blob(const_cast<void*>(values), {of.n, of.n}, options);
        };
        return std::function<void()>(
            [a = matrix(of.a), b = matrix(of.b), c = matrix(of.c)]() mutable {
                translated([&] { at::mm_out(c, a, b); });
            });
    });
}

void CudaApi::dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) {
    launch(dropoutLaunch(factors, update, draw));
}

void CudaApi::addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                          float high) {
    launch(addBiasClipLaunch(y, bias, residual, low, high));
}

GpuMemory CudaApi::memory() {
    return translated([&] {
        const auto [free, total] = allocator::get()->getMemoryInfo(index());
        const auto stats = allocator::getDeviceStats(index());
        GpuMemory memory;
        memory.free_bytes = std::int64_t(free);
        memory.total_bytes = std::int64_t(total);
        memory.dedicated = dedicated();
        memory.allocated_bytes = current(stats.allocated_bytes);
        memory.reserved_bytes = current(stats.reserved_bytes);
        memory.peak_allocated_bytes = peak(stats.allocated_bytes);
        memory.peak_reserved_bytes = peak(stats.reserved_bytes);
        memory.alloc_retries = stats.num_alloc_retries;
        memory.ooms = stats.num_ooms;
        memory.device_allocs = stats.num_device_alloc;
        return memory;
    });
}

void CudaApi::emptyCache() {
    translated([] { allocator::emptyCache(); });
}

void CudaApi::resetPeak() {
    translated([&] { allocator::resetPeakStats(index()); });
}

int CudaApi::health() noexcept {
    const int error = DriverGpu::health();
    C10_CUDA_CLEAR_ERROR();  // what can be cleared must not be blamed on the next call
    return error;
}

std::vector<GpuCheck> CudaApi::selfCheck() {
    const auto scope = measuringStream();
    return runSelfCheck(*this);
}

}  // namespace duelo

extern "C" DUELO_EXPORT duelo::GpuApi* duelo_cuda_api(int abi_version) noexcept {
    if (abi_version != duelo::gpu_abi_version) {
        return nullptr;
    }
    static auto* const api = new duelo::CudaApi;
    return api;
}
