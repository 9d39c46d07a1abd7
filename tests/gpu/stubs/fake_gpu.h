// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fake_peers.h"
#include "gpu/gpu.h"
#include "tensor/operators.h"

namespace duelo::test {

/// A GPU whose tensors live on the CPU, so that everything that drives a GPU can be tested where
/// there is none. Its clock is its own and goes on by the work that is submitted alone: a time of
/// the host that is taken for one of the device, or the other way round, is another number.
class FakeGpu : public GpuApi {
public:
    /// Far longer than any test runs.
    static constexpr double kCopy_ms = 1 << 24, kLaunch_ms = 1 << 20;

    /// Adds the time of work that LibTorch computes, which is not seen here: the test says how long
    /// it takes.
    void submit(double device_ms) { m_clock_ms += device_ms; }

    std::optional<Reason> open(const GpuRequirements& needed) override;
    GpuSheet sheet() override;
    TensorDevice device() const override { return TensorDevice::Cpu; }
    std::unique_ptr<GpuScope> measuringStream() override;
    std::unique_ptr<GpuScope> copyingStream() override;
    void synchronize() override { ++synchronisations; }
    void flushSubmission() override {}
    std::unique_ptr<GpuEvents> events(std::size_t count) override;
    std::unique_ptr<GpuGraph> capture(const std::function<void()>& work) override;
    Tensor pinned(const Tensor& host) override { return host.clone(); }
    Tensor emptyPinned(const Tensor& like) override { return ops::empty_like(like); }
    void copy(Tensor& to, const Tensor& from) override;
    GpuBlock allocate(std::size_t bytes, std::uint32_t fill) override;
    GpuBlock allocatePinned(std::size_t bytes) override { return allocate(bytes, ~0U); }
    void copyBytes(void* to, const void* from, std::size_t bytes) override;
    /// LibTorch's, on the host.
    std::function<void()> product(const ProductOperands& of) override;
    /// One that brings its own code is run by what it comes from, and `after` may spoil that.
    void launch(const KernelLaunch& launch) override;
    std::function<void(const KernelLaunch& launch)> after{};
    void dropoutFactors(Tensor& factors, const Tensor& update, const DropoutDraw& draw) override;
    void addBiasClip(Tensor& y, const Tensor& bias, const Tensor& residual, float low,
                     float high) override;
    void cudnnMaxPool(float* map, const float* picture, const PoolSides& sides,
                      const PoolWindow& window) override;
    int deviceCount() override { return fake_devices; }
    void use(int ordinal) override { used.push_back(ordinal); }
    std::string peerId() override { return fakePeerId(); }
    std::unique_ptr<GpuPeers> meetPeers(const std::string& id, int rank, int ranks) override {
        return meetFakePeers(id, rank, ranks);
    }
    GpuMemory memory() override { return fake_memory; }
    void emptyCache() override { ++cache_flushes; }
    void resetPeak() override { fake_memory.peak_allocated_bytes = fake_memory.allocated_bytes; }
    GpuState state() override { return fake_state; }
    double emptyEventPairMs(int n) override;
    ClockPair crossCheckClocks() override { return {20.0, 20.01}; }
    int health() noexcept override { return fake_health; }
    std::vector<GpuCheck> selfCheck() override { return {}; }

    GpuMemory fake_memory{4LL << 30, 8LL << 30};
    GpuState fake_state;
    int fake_devices = 1;
    std::vector<int> used;  ///< devices that were asked for
    int fake_health = 0, synchronisations = 0, cache_flushes = 0, captures = 0, replays = 0,
        kernels = 0;

private:
    double m_clock_ms = 0;
};

}  // namespace duelo::test
