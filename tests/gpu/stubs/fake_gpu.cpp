// SPDX-License-Identifier: Apache-2.0
#include "fake_gpu.h"

#include <chrono>
#include <stdexcept>
#include <vector>

namespace duelo::test {
namespace {

using Clock = std::chrono::steady_clock;

class FakeEvents final : public GpuEvents {
public:
    explicit FakeEvents(std::size_t count) : m_stamps(count) {}
    std::size_t count() const override { return m_stamps.size(); }
    void record(std::size_t i) override { m_stamps.at(i) = Clock::now(); }
    double elapsedMs(std::size_t from, std::size_t to) override {
        const auto& first = m_stamps.at(from);
        const auto& last = m_stamps.at(to);
        if (!first || !last) {
            throw std::logic_error("event not recorded");
        }
        return std::chrono::duration<double, std::milli>(*last - *first).count();
    }

private:
    std::vector<std::optional<Clock::time_point>> m_stamps;
};

/// Capturing runs nothing, replaying does.
class FakeGraph final : public GpuGraph {
public:
    FakeGraph(std::function<void()> work, int& replays)
        : m_work(std::move(work)), m_replays(replays) {}
    void replay() override {
        ++m_replays;
        m_work();
    }

private:
    const std::function<void()> m_work;
    int& m_replays;
};

}  // namespace

std::optional<Reason> FakeGpu::open(const GpuRequirements& needed) {
    if (needed.compute_capability > 89) {
        return Reason{"no_gpu", {{"number", 100}, {"name", "cudaErrorNoDevice"}}, {}};
    }
    return std::nullopt;
}

GpuSheet FakeGpu::sheet() {
    return {.name = "Fake GPU", .compute_capability = "8.9", .memory_total_bytes = 8LL << 30};
}

std::unique_ptr<GpuScope> FakeGpu::measuringStream() {
    class Scope final : public GpuScope {};
    return std::make_unique<Scope>();
}

std::unique_ptr<GpuEvents> FakeGpu::events(std::size_t count) {
    return std::make_unique<FakeEvents>(count);
}

std::unique_ptr<GpuGraph> FakeGpu::capture(const std::function<void()>& work) {
    ++captures;
    return std::make_unique<FakeGraph>(work, replays);
}

double FakeGpu::emptyEventPairMs(int) {
    return 0.002;
}

}  // namespace duelo::test
