// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <utility>

#include "gpu/opencl_gpu.h"
#include "measure/work.h"

namespace duelo {

using opencl::check;

namespace {

/// A stamp is a marker: it is done when all that was submitted before it is, and its end is the
/// time, in ns.
class Events final : public GpuEvents {
public:
    Events(const opencl::Calls& calls, OpenClGpu& gpu, std::size_t count)
        : m_calls(calls), m_gpu(gpu), m_stamps(count) {}
    ~Events() override {
        for (const Stamp& stamp : m_stamps) release(stamp);
    }
    Events(const Events&) = delete;
    Events& operator=(const Events&) = delete;

    std::size_t count() const override { return m_stamps.size(); }

    void record(std::size_t i) override {
        Stamp& stamp = m_stamps.at(i);
        release(std::exchange(stamp, {}));
        opencl::Event event = nullptr;
        check(m_calls.marker(m_gpu.currentQueue(), 0, nullptr, &event),
              "clEnqueueMarkerWithWaitList");
        stamp = {event, m_gpu.currentQueue()};
    }

    void wait(std::size_t i) override {
        const Stamp& stamp = m_stamps.at(i);
        if (stamp.event == nullptr) return;
        // What is to be waited for in another queue must be on its way.
        check(m_calls.flush(stamp.queue), "clFlush");
        check(m_calls.barrier(m_gpu.currentQueue(), 1, &stamp.event, nullptr),
              "clEnqueueBarrierWithWaitList");
    }

    double elapsedMs(std::size_t from, std::size_t to) override {
        const std::uint64_t begun = endOf(from), done = endOf(to);
        constexpr double kMsOfNs = 1e-6;
        // Two stamps of two queues may stand in either order.
        return done >= begun ? static_cast<double>(done - begun) * kMsOfNs
                             : -static_cast<double>(begun - done) * kMsOfNs;
    }

private:
    struct Stamp {
        opencl::Event event = nullptr;
        opencl::Queue queue = nullptr;
    };

    void release(const Stamp& stamp) const {
        if (stamp.event != nullptr) static_cast<void>(m_calls.releaseEvent(stamp.event));
    }

    [[nodiscard]] std::uint64_t endOf(std::size_t i) const {
        const Stamp& stamp = m_stamps.at(i);
        check(m_calls.wait(1, &stamp.event), "clWaitForEvents");
        std::uint64_t ns = 0;
        check(m_calls.profile(stamp.event, opencl::kProfilingEnd, sizeof ns, &ns, nullptr),
              "clGetEventProfilingInfo");
        if (ns == 0)
            throw WorkFailed{{"opencl_nonsense",
                              {{"name", m_gpu.facts().name},
                               {"function", "CL_PROFILING_COMMAND_END"},
                               {"value", "0"}}}};
        return ns;
    }

    const opencl::Calls& m_calls;
    OpenClGpu& m_gpu;
    std::vector<Stamp> m_stamps;
};

}  // namespace

std::unique_ptr<GpuEvents> makeEvents(const opencl::Calls& calls, OpenClGpu& gpu,
                                      std::size_t count) {
    return std::make_unique<Events>(calls, gpu, count);
}

}  // namespace duelo
