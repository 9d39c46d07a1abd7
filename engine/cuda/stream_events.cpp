// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include "cuda/cuda_api.h"
#include "tensor/libtorch.h"

namespace duelo {
namespace {

class Scope final : public GpuScope {
public:
    // The streams of LibTorch's pool do not wait for the default stream. Waiting for the device at
    // both ends lets tensors made outside be used inside, and the other way round.
    explicit Scope(const c10::cuda::CUDAStream& stream) : m_guard(stream.unwrap()) {
        C10_CUDA_CHECK(cudaDeviceSynchronize());
    }
    // The guard is still in place here, so the current device is the stream's. An error of the
    // device shows in the next call or in health().
    ~Scope() override { C10_CUDA_IGNORE_ERROR(cudaDeviceSynchronize()); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    c10::cuda::CUDAStreamGuard m_guard;
};

/// Makes another stream current for the time being; the guard gives the one before back.
class SideScope final : public GpuScope {
public:
    explicit SideScope(const c10::cuda::CUDAStream& stream) : m_guard(stream.unwrap()) {}

private:
    c10::cuda::CUDAStreamGuard m_guard;
};

/// An event with timing, destroyed with its owner.
class Event {
public:
    Event() { C10_CUDA_CHECK(cudaEventCreateWithFlags(&m_event, cudaEventDefault)); }
    ~Event() {
        if (m_event != nullptr) {
            C10_CUDA_IGNORE_ERROR(cudaEventDestroy(m_event));
        }
    }
    Event(Event&& other) noexcept : m_event(std::exchange(other.m_event, nullptr)) {}
    Event& operator=(Event&&) = delete;

    [[nodiscard]] cudaEvent_t get() const { return m_event; }

private:
    cudaEvent_t m_event = nullptr;
};

class Events final : public GpuEvents {
public:
    Events(c10::DeviceIndex device, std::size_t count) : m_device(device) {
        // An event belongs to the device that is current when it is made.
        const c10::cuda::CUDAGuard guard(device);
        m_events.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            m_events.emplace_back();
        }
    }

    std::size_t count() const override { return m_events.size(); }

    void record(std::size_t i) override {
        translated([&] { C10_CUDA_CHECK(cudaEventRecord(m_events.at(i).get(), stream())); });
    }

    void wait(std::size_t i) override {
        translated([&] { C10_CUDA_CHECK(cudaStreamWaitEvent(stream(), m_events.at(i).get(), 0)); });
    }

    double elapsedMs(std::size_t from, std::size_t to) override {
        return translated([&] {
            float ms = 0;
            C10_CUDA_CHECK(cudaEventSynchronize(m_events.at(to).get()));
            C10_CUDA_CHECK(
                cudaEventElapsedTime(&ms, m_events.at(from).get(), m_events.at(to).get()));
            return double(ms);
        });
    }

private:
    [[nodiscard]] cudaStream_t stream() const {
        return c10::cuda::getCurrentCUDAStream(m_device).stream();
    }

    c10::DeviceIndex m_device;
    std::vector<Event> m_events;
};

}  // namespace

std::unique_ptr<GpuScope> makeScope(const c10::cuda::CUDAStream& stream) {
    return std::make_unique<Scope>(stream);
}

std::unique_ptr<GpuScope> makeSideScope(const c10::cuda::CUDAStream& stream) {
    return std::make_unique<SideScope>(stream);
}

std::unique_ptr<GpuEvents> makeEvents(c10::DeviceIndex device, std::size_t count) {
    return std::make_unique<Events>(device, count);
}

}  // namespace duelo
