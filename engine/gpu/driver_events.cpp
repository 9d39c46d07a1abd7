// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <utility>

#include "gpu/driver_gpu.h"
#include "measure/work.h"

namespace duelo {

using driver::check;

/// Makes the stream of the work current. Waiting for the device at both ends lets what was made
/// outside be used inside, and the other way round.
class DriverGpu::Scope final : public GpuScope {
public:
    explicit Scope(DriverGpu& gpu) : m_gpu(gpu), m_former(gpu.m_current) {
        // May throw, and then nobody would give the former stream back.
        check(gpu.calls().synchronizeContext(), "cuCtxSynchronize");
        gpu.m_current = gpu.m_stream;
    }
    // An error of the device shows in the next call or in health().
    ~Scope() override {
        static_cast<void>(m_gpu.health());
        m_gpu.m_current = m_former;
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    DriverGpu& m_gpu;
    driver::Stream m_former;
};

/// Makes another stream current for the time being.
class DriverGpu::SideScope final : public GpuScope {
public:
    explicit SideScope(DriverGpu& gpu)
        : m_gpu(gpu), m_former(std::exchange(gpu.m_current, gpu.m_copies)) {}
    ~SideScope() override { m_gpu.m_current = m_former; }
    SideScope(const SideScope&) = delete;
    SideScope& operator=(const SideScope&) = delete;

private:
    DriverGpu& m_gpu;
    driver::Stream m_former;
};

driver::Stream DriverGpu::newStream() {
    driver::Stream stream = nullptr;
    check(m_calls->createStream(&stream, driver::kStreamNonBlocking), "cuStreamCreate");
    return stream;
}

std::unique_ptr<GpuScope> DriverGpu::measuringStream() {
    bind();
    if (m_stream == nullptr) m_stream = newStream();
    return std::make_unique<Scope>(*this);
}

std::unique_ptr<GpuScope> DriverGpu::copyingStream() {
    bind();
    if (m_copies == nullptr) m_copies = newStream();
    return std::make_unique<SideScope>(*this);
}

driver::Stream DriverGpu::currentStream() {
    return m_current;
}

void DriverGpu::synchronize() {
    bind();
    check(m_calls->synchronizeStream(currentStream()), "cuStreamSynchronize");
}

void DriverGpu::flushSubmission() {
    bind();
    const int state = m_calls->queryStream(currentStream());
    if (state != driver::kNotReady) check(state, "cuStreamQuery");
}

std::unique_ptr<GpuEvents> DriverGpu::events(std::size_t count) {
    bind();  // an event belongs to the context that is current when it is made
    return makeEvents(*m_calls, *this, count);
}

namespace {

class Events final : public GpuEvents {
public:
    Events(const driver::Calls& calls, DriverGpu& gpu, std::size_t count)
        : m_calls(calls), m_gpu(gpu) {
        m_events.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            driver::Event event = nullptr;
            check(calls.createEvent(&event, 0), "cuEventCreate");
            m_events.emplace_back(event, calls.destroyEvent);
        }
    }

    std::size_t count() const override { return m_events.size(); }

    void record(std::size_t i) override {
        check(m_calls.recordEvent(m_events.at(i).get(), m_gpu.currentStream()), "cuEventRecord");
    }

    void wait(std::size_t i) override {
        check(m_calls.waitEvent(m_gpu.currentStream(), m_events.at(i).get(), 0),
              "cuStreamWaitEvent");
    }

    double elapsedMs(std::size_t from, std::size_t to) override {
        float ms = 0;
        check(m_calls.synchronizeEvent(m_events.at(to).get()), "cuEventSynchronize");
        check(m_calls.elapsed(&ms, m_events.at(from).get(), m_events.at(to).get()),
              "cuEventElapsedTime");
        if (std::isfinite(ms)) return ms;
        throw WorkFailed{
            {"gpu_nonsense", {{"function", "cuEventElapsedTime"}, {"value", std::to_string(ms)}}}};
    }

private:
    const driver::Calls& m_calls;
    DriverGpu& m_gpu;
    std::vector<std::unique_ptr<CUevent_st, int (*)(driver::Event)>> m_events;
};

}  // namespace

std::unique_ptr<GpuEvents> makeEvents(const driver::Calls& calls, DriverGpu& gpu,
                                      std::size_t count) {
    return std::make_unique<Events>(calls, gpu, count);
}

}  // namespace duelo
