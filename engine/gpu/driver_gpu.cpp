// SPDX-License-Identifier: Apache-2.0
#include "gpu/driver_gpu.h"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "gpu/cublas_product.h"
#include "gpu/cuda_errors.h"
#include "gpu/cudnn_pool.h"
#include "gpu/gpu_failure.h"
#include "gpu/self_check.h"
#include "measure/work.h"
#include "tensor/error.h"

namespace duelo {

using driver::check;

namespace {

constexpr std::size_t kWordBytes = 4;

driver::Address addressOf(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

}  // namespace

DriverGpu::DriverGpu(std::filesystem::path library, std::filesystem::path nvml)
    : m_library(std::move(library)), m_nvml_library(std::move(nvml)) {}

DriverGpu::~DriverGpu() = default;

int DriverGpu::chooseDevice(const GpuRequirements& needed) {
    if (const int error = m_calls->init(0); error != driver::kSuccess) return error;
    int count = 0;
    if (const int error = m_calls->count(&count); error != driver::kSuccess) return error;
    m_devices.clear();
    for (int i = 0; i < count; ++i) {
        driver::Device one = 0;
        if (const int error = m_calls->get(&one, i); error != driver::kSuccess) return error;
        const auto major = deviceAttribute(*m_calls, driver::kCapabilityMajor, one);
        const auto minor = deviceAttribute(*m_calls, driver::kCapabilityMinor, one);
        if (major && minor && 10 * *major + *minor >= needed.compute_capability)
            m_devices.push_back(one);
    }
    if (m_devices.empty()) return driver::kNoDevice;
    takeDevice(m_devices.front());
    return driver::kSuccess;
}

void DriverGpu::takeDevice(driver::Device device) {
    m_device = device;
    m_context = nullptr;
    m_stream = m_copies = m_current = nullptr;
    m_kernels.reset();
    m_products.reset();
    m_pooling.reset();
    m_dedicated = deviceAttribute(*m_calls, driver::kIntegrated, device).value_or(0) == 0;
    std::array<char, 32> bus{};
    m_pci_bus_id.clear();
    if (m_calls->busId(bus.data(), int(bus.size()) - 1, device) == driver::kSuccess)
        m_pci_bus_id = bus.data();
    const auto khz = deviceAttribute(*m_calls, driver::kClockRate, device);
    const std::lock_guard lock(m_state_mutex);
    m_default_clock_mhz = khz ? std::optional(*khz / 1000) : std::nullopt;
    m_state.reset();
}

std::optional<Reason> DriverGpu::open(const GpuRequirements& needed) {
    if (m_device >= 0) return std::nullopt;
    const std::string name = m_library.filename().string();
    const auto library = DynamicLibrary::open(m_library);
    if (!library) return Reason{"no_nvidia_driver", {{"library", name}}, library.error()};
    const auto calls = driver::Calls::of(*library);
    if (!calls)
        return Reason{"gpu_library_broken", {{"library", name}, {"detail", calls.error() + "?"}}};
    m_calls = *calls;
    if (const int error = chooseDevice(needed); error != driver::kSuccess) {
        forgetDevice();
        return explainCudaStart(error);
    }
    m_nvml = Nvml::open(m_nvml_library);
    return std::nullopt;
}

void DriverGpu::bind() {
    if (m_context == nullptr)
        check(m_calls->retainContext(&m_context, m_device), "cuDevicePrimaryCtxRetain");
    driver::Context current = nullptr;
    check(m_calls->currentContext(&current), "cuCtxGetCurrent");
    if (current != m_context) check(m_calls->setContext(m_context), "cuCtxSetCurrent");
}

GpuSheet DriverGpu::sheet() {
    GpuSheet sheet = readDriverSheet(*m_calls, m_device, m_pci_bus_id, m_nvml.get());
    if (int count = 0; m_calls->count(&count) == driver::kSuccess) sheet.device_count = count;
    const GpuState now = state();
    sheet.sm_clock_default_mhz = now.sm_clock_default_mhz;
    sheet.sm_clock_max_mhz = now.sm_clock_max_mhz;
    sheet.power_limit_w = now.power_limit_w;
    return sheet;
}

std::shared_ptr<void> DriverGpu::takeBytes(std::size_t bytes) {
    driver::Address place = 0;
    const int state = m_calls->allocate(&place, bytes);
    if (state == driver::kOutOfMemory) {
        std::size_t free = 0, total = 0;
        static_cast<void>(m_calls->memoryInfo(&free, &total));
        throw TensorError(TensorError::Kind::OutOfMemory, "Tried to allocate " + gibibytes(bytes) +
                                                              ". GPU 0 has a total capacity of " +
                                                              gibibytes(total) + " of which " +
                                                              gibibytes(free) + " is free.");
    }
    check(state, "cuMemAlloc");
    const auto size = static_cast<std::int64_t>(bytes);
    ++m_allocations;
    m_peak_bytes = std::max<std::int64_t>(m_peak_bytes, m_allocated_bytes += size);
    return {reinterpret_cast<void*>(place), [this, size](void* taken) {
                m_allocated_bytes -= size;
                // A device that is lost takes its memory along; the next call says so.
                static_cast<void>(m_calls->setContext(m_context));
                static_cast<void>(m_calls->free(addressOf(taken)));
            }};
}

GpuBlock DriverGpu::allocate(std::size_t bytes, std::uint32_t fill) {
    bind();
    const std::size_t words = std::max<std::size_t>(1, (bytes + kWordBytes - 1) / kWordBytes);
    GpuBlock block{takeBytes(words * kWordBytes), bytes};
    check(m_calls->fill(addressOf(block.data.get()), fill, words, currentStream()),
          "cuMemsetD32Async");
    return block;
}

GpuBlock DriverGpu::allocatePinned(std::size_t bytes) {
    bind();
    void* place = nullptr;
    const int state =
        m_calls->allocateHost(&place, std::max<std::size_t>(1, bytes), driver::kHostPortableMapped);
    // Page-locked memory is the PC's.
    if (state == driver::kOutOfMemory) throw std::bad_alloc();
    check(state, "cuMemHostAlloc");
    return {{place,
             [this](void* taken) {
                 static_cast<void>(m_calls->setContext(m_context));
                 static_cast<void>(m_calls->freeHost(taken));
             }},
            bytes};
}

void DriverGpu::copyBytes(void* to, const void* from, std::size_t bytes) {
    bind();
    check(m_calls->copy(addressOf(to), addressOf(from), bytes, currentStream()), "cuMemcpyAsync");
}

void DriverGpu::launch(const KernelLaunch& launch) {
    bind();
    if (!m_kernels) m_kernels = std::make_unique<LoadedKernels>(*m_calls, m_device);
    m_kernels->launch(launch, currentStream());
}

std::function<void()> DriverGpu::product(const ProductOperands& of) {
    bind();
    if (!m_products) m_products = std::make_unique<CublasProducts>();
    return [this, of] {
        bind();
        m_products->submit(of, currentStream());
    };
}

void DriverGpu::cudnnMaxPool(float* map, const float* picture, const PoolSides& sides,
                             const PoolWindow& window) {
    bind();
    if (!m_pooling) m_pooling = std::make_unique<CudnnPooling>();
    m_pooling->submit(map, picture, sides, window, currentStream());
}

GpuMemory DriverGpu::memory() {
    bind();
    std::size_t free = 0, total = 0;
    check(m_calls->memoryInfo(&free, &total), "cuMemGetInfo");
    if (free > total || total == 0)
        throw WorkFailed{{"gpu_nonsense",
                          {{"function", "cuMemGetInfo"},
                           {"value", std::to_string(free) + " > " + std::to_string(total)}}}};
    return {.free_bytes = static_cast<std::int64_t>(free),
            .total_bytes = static_cast<std::int64_t>(total),
            .dedicated = m_dedicated,
            .allocated_bytes = m_allocated_bytes,
            .reserved_bytes = m_allocated_bytes,
            .peak_allocated_bytes = m_peak_bytes,
            .peak_reserved_bytes = m_peak_bytes,
            .device_allocs = m_allocations};
}

GpuState DriverGpu::state() {
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
    if (!m_state->sm_clock_default_mhz) m_state->sm_clock_default_mhz = m_default_clock_mhz;
    return *m_state;
}

int DriverGpu::health() noexcept {
    // Asking must not make a context (hundreds of MB) where only the CPU has worked so far.
    unsigned flags = 0;
    int active = 0;
    if (m_device < 0) return driver::kSuccess;
    if (const int error = m_calls->contextState(m_device, &flags, &active);
        error != driver::kSuccess)
        return error;
    if (active == 0) return driver::kSuccess;
    try {
        bind();
    } catch (const TensorError& error) {
        return error.code();
    } catch (...) {
        return driver::kUnknown;
    }
    return m_calls->synchronizeContext();
}

std::vector<GpuCheck> DriverGpu::selfCheck() {
    const auto scope = measuringStream();
    return runPlainSelfCheck(*this);
}

}  // namespace duelo
