// SPDX-License-Identifier: Apache-2.0
#include "fake_gpu.h"

#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "emulated_kernels.h"
#include "fake_graph.h"
#include "gpu/kernel_launch.h"
#include "host_kernels.h"

namespace duelo::test {
namespace {

/// Stamps lie in the order of the work, whenever the host asks for them.
class FakeEvents final : public GpuEvents {
public:
    FakeEvents(std::size_t count, const double& clock_ms) : m_clock_ms(clock_ms), m_stamps(count) {}
    std::size_t count() const override { return m_stamps.size(); }
    void record(std::size_t i) override { m_stamps.at(i) = m_clock_ms; }
    /// All is done in the order in which it is submitted.
    void wait(std::size_t) override {}
    double elapsedMs(std::size_t from, std::size_t to) override {
        const auto& first = m_stamps.at(from);
        const auto& last = m_stamps.at(to);
        if (!first || !last) {
            throw std::logic_error("event not recorded");
        }
        return *last - *first;
    }

private:
    const double& m_clock_ms;
    std::vector<std::optional<double>> m_stamps;
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

std::unique_ptr<GpuScope> FakeGpu::copyingStream() {
    class Scope final : public GpuScope {};
    return std::make_unique<Scope>();
}

std::unique_ptr<GpuEvents> FakeGpu::events(std::size_t count) {
    return std::make_unique<FakeEvents>(count, m_clock_ms);
}

std::unique_ptr<GpuGraph> FakeGpu::capture(const std::function<void()>& work) {
    ++captures;
    return std::make_unique<FakeGraph>(work, replays);
}

void FakeGpu::copy(Tensor& to, const Tensor& from) {
    to.copy_(from);
    submit(kCopy_ms);
}

void FakeGpu::launch(const KernelLaunch& launch) {
    ++kernels;
    submit(kLaunch_ms);
    runEmulated(launch);
    if (after) after(launch);
}

GpuBlock FakeGpu::allocate(std::size_t bytes, std::uint32_t fill) {
    auto words = std::make_shared<std::vector<std::uint32_t>>(bytes / 4 + 1, fill);
    void* place = words->data();
    return {{std::move(words), place}, bytes};
}

void FakeGpu::copyBytes(void* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    submit(kCopy_ms);
}

std::function<void()> FakeGpu::product(const ProductOperands& of) {
    const ScalarType type = of.precision == Precision::Fp16   ? ScalarType::Half
                            : of.precision == Precision::Bf16 ? ScalarType::BFloat16
                                                              : ScalarType::Float;
    const auto matrix = [&](const void* values) {
        return ops::from_blob(const_cast<void*>(values), {of.n, of.n}, type);
    };
    return
        [a = matrix(of.a), b = matrix(of.b), c = matrix(of.c)]() mutable { ops::mm_out(c, a, b); };
}

void FakeGpu::cudnnMaxPool(float* map, const float* picture, const PoolSides& sides,
                           const PoolWindow& window) {
    ++kernels;
    submit(kLaunch_ms);
    const auto square = [](const float* values, std::int64_t side) {
        return ops::from_blob(const_cast<float*>(values), {1, 1, side, side});
    };
    square(map, sides.map)
        .copy_(ops::max_pool2d(square(picture, sides.picture), {window.side, window.side},
                               {window.stride, window.stride}, {window.padding, window.padding}));
}

void FakeGpu::dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) {
    ++kernels;
    const KernelLaunch launch = dropoutLaunch(factors, update, draw);
    FakeGraph::submit([launch, factors, update] { runOnHost(launch); }, factors);
}

void FakeGpu::addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                          float high) {
    ++kernels;
    const KernelLaunch launch = addBiasClipLaunch(y, bias, residual, low, high);
    FakeGraph::submit([launch, y, bias, residual] { runOnHost(launch); }, y);
}

double FakeGpu::emptyEventPairMs(int) {
    return 0.002;
}

}  // namespace duelo::test
