// SPDX-License-Identifier: Apache-2.0
#include "cuda/cuda_api.h"

#include "cuda/cudnn_pool.h"

#include <algorithm>
#include <array>
#include <chrono>

#include <ATen/ATen.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include "cuda/nccl_peers.h"
#include "cuda/self_check.h"
#include "gpu/cuda_errors.h"
#include "gpu/gpu_failure.h"
#include "tensor/libtorch.h"
#include "tensor/operators.h"

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

}  // namespace

int CudaApi::chooseDevice(const GpuRequirements& needed) {
    int count = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
        C10_CUDA_CLEAR_ERROR();
        return error;
    }
    m_devices.clear();
    for (int i = 0; i < count; ++i) {
        const auto major = deviceAttribute(cudaDevAttrComputeCapabilityMajor, i);
        const auto minor = deviceAttribute(cudaDevAttrComputeCapabilityMinor, i);
        if (major && minor && 10 * *major + *minor >= needed.compute_capability) {
            m_devices.push_back(c10::DeviceIndex(i));
        }
    }
    if (m_devices.empty()) {
        return cudaErrorNoDevice;
    }
    takeDevice(m_devices.front());
    return cudaSuccess;
}

void CudaApi::takeDevice(c10::DeviceIndex device) {
    m_device = device;
    m_dedicated = deviceAttribute(cudaDevAttrIntegrated, device).value_or(0) == 0;
    std::array<char, 32> bus{};
    m_pci_bus_id.clear();
    if (cudaDeviceGetPCIBusId(bus.data(), int(bus.size()), m_device) == cudaSuccess) {
        m_pci_bus_id = bus.data();
    } else {
        C10_CUDA_CLEAR_ERROR();
    }
}

void CudaApi::use(int ordinal) {
    const c10::DeviceIndex device = m_devices.at(std::size_t(ordinal));
    if (device == m_device) {
        return;
    }
    takeDevice(device);
    m_stream.reset();
    m_copies.reset();
    m_kernels.reset();
    const std::lock_guard lock(m_state_mutex);
    m_state.reset();
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
    if (!at::globalContext().hasCUDART()) {
        return Reason{"gpu_not_registered", Json::object(), {}};
    }
    if (const int error = chooseDevice(needed); error != 0) {
        return explainCudaStart(error);
    }
    at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
    m_nvml = Nvml::open(Nvml::standardLibrary());
    if (const auto khz = deviceAttribute(cudaDevAttrClockRate, m_device)) {
        m_default_clock_mhz = *khz / 1000;
    }
    return std::nullopt;
}

std::optional<Reason> CudaApi::open(const GpuRequirements& needed) {
    if (m_device >= 0) {
        return std::nullopt;
    }
    try {
        return translated([&] { return prepare(needed); });
    } catch (...) {
        m_device = -1;
        const auto failure = describeGpuFailure(std::current_exception());
        return failure ? failure->reason : explainCudaStart(cudaErrorUnknown);
    }
}

GpuSheet CudaApi::sheet() {
    GpuSheet sheet =
        translated([&] { return readDeviceSheet(m_device, m_pci_bus_id, m_nvml.get()); });
    const GpuState now = state();
    sheet.sm_clock_default_mhz = now.sm_clock_default_mhz;
    sheet.sm_clock_max_mhz = now.sm_clock_max_mhz;
    sheet.power_limit_w = now.power_limit_w;
    return sheet;
}

std::unique_ptr<GpuScope> CudaApi::measuringStream() {
    return translated([&] {
        if (!m_stream) m_stream = c10::cuda::getStreamFromPool(false, m_device);
        return makeScope(*m_stream);
    });
}

std::unique_ptr<GpuScope> CudaApi::copyingStream() {
    return translated([&] {
        // The pool hands its streams out in turn, so this is another one than that of the work.
        if (!m_copies) m_copies = c10::cuda::getStreamFromPool(false, m_device);
        return makeSideScope(*m_copies);
    });
}

void CudaApi::synchronize() {
    translated([&] {
        C10_CUDA_CHECK(cudaStreamSynchronize(c10::cuda::getCurrentCUDAStream(m_device).stream()));
    });
}

void CudaApi::flushSubmission() {
    translated([&] {
        const cudaError_t state =
            cudaStreamQuery(c10::cuda::getCurrentCUDAStream(m_device).stream());
        if (state == cudaErrorNotReady) {
            C10_CUDA_CLEAR_ERROR();
            return;
        }
        C10_CUDA_CHECK(state);
    });
}

std::unique_ptr<GpuEvents> CudaApi::events(std::size_t count) {
    return translated([&] { return makeEvents(m_device, count); });
}

std::unique_ptr<GpuGraph> CudaApi::capture(const std::function<void()>& work) {
    return translated([&] { return captureGraph(work); });
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

void CudaApi::launch(const KernelLaunch& launch) {
    translated([&] {
        if (!m_kernels) m_kernels = std::make_unique<LoadedKernels>(m_device);
        m_kernels->launch(launch);
    });
}

void CudaApi::dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) {
    launch(dropoutLaunch(factors, update, draw));
}

void CudaApi::addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                          float high) {
    launch(addBiasClipLaunch(y, bias, residual, low, high));
}

void CudaApi::cudnnMaxPool(Tensor& map, const Tensor& picture, const PoolWindow& window) {
    translated([&] {
        duelo::cudnnMaxPool(libtorch(map), libtorch(picture), window,
                            c10::cuda::getCurrentCUDAStream(m_device));
    });
}

GpuMemory CudaApi::memory() {
    return translated([&] {
        const auto [free, total] = allocator::get()->getMemoryInfo(m_device);
        const auto stats = allocator::getDeviceStats(m_device);
        GpuMemory memory;
        memory.free_bytes = std::int64_t(free);
        memory.total_bytes = std::int64_t(total);
        memory.dedicated = m_dedicated;
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
    translated([&] { allocator::resetPeakStats(m_device); });
}

double CudaApi::setMemoryFraction(double fraction) {
    return translated([&] {
        // The allocator takes the current device's memory as the whole.
        const c10::cuda::CUDAGuard guard(m_device);
        const double former = allocator::getMemoryFraction(m_device);
        allocator::setMemoryFraction(fraction, m_device);
        return former;
    });
}

GpuState CudaApi::state() {
    using namespace std::chrono_literals;
    const std::lock_guard lock(m_state_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (m_state && m_nvml != nullptr && now - m_state_time < 500ms) {
        m_nvml->renewClock(m_pci_bus_id, *m_state);
        return *m_state;
    }
    m_state = m_nvml != nullptr ? m_nvml->state(m_pci_bus_id) : GpuState{};
    m_state_time = now;
    // Consumer cards report no application clocks; nvbench compares with this rate too.
    if (!m_state->sm_clock_default_mhz) {
        m_state->sm_clock_default_mhz = m_default_clock_mhz;
    }
    return *m_state;
}

double CudaApi::emptyEventPairMs(int n) {
    const auto stamps = events(2);
    std::vector<double> times;
    for (int i = 0; i < std::clamp(n, 1, 10000); ++i) {
        stamps->record(0);
        stamps->record(1);
        times.push_back(stamps->elapsedMs(0, 1));
    }
    const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

ClockPair CudaApi::crossCheckClocks() {
    // Long enough that the resolution of both clocks is below 0.1 %; each single operation is
    // short, so the driver's time limit (TDR) is never near.
    constexpr double enough_ms = 20;
    constexpr int most_operations = 1 << 16;
    const auto stamps = events(2);
    const Tensor data = ops::ones({4 << 20}, TensorOptions(device()));
    data.neg_();  // the first call loads the kernel
    ClockPair pair;
    for (int operations = 16; pair.wall_ms < enough_ms && operations <= most_operations;
         operations *= 4) {
        synchronize();
        const auto start = std::chrono::steady_clock::now();
        stamps->record(0);
        for (int i = 0; i < operations; ++i) {
            data.neg_();
        }
        stamps->record(1);
        synchronize();
        pair.wall_ms =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                .count();
        pair.event_ms = stamps->elapsedMs(0, 1);
    }
    return pair;
}

int CudaApi::health() noexcept {
    try {
        // Asking must not make a context (hundreds of MB) where only the CPU has worked so far.
        if (m_device < 0 || !c10::cuda::hasPrimaryContext(m_device)) {
            return cudaSuccess;
        }
    } catch (...) {
        return cudaErrorUnknown;
    }
    // The calling thread may not have chosen a device yet.
    cudaError_t error = cudaSetDevice(m_device);
    if (error == cudaSuccess) {
        error = cudaDeviceSynchronize();
    }
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
