// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "experiments/transfer/work.h"
#include "experiments/transfer/work_torch.h"
#include "gpu/gpu_device_state.h"
#include "machine/clock.h"
#include "stats/statistics.h"

namespace duelo {

namespace {

constexpr unsigned kBesideBlocks = 256, kBesideThreads = 256;
constexpr int kFirstRounds = 64, kMostRounds = 1 << 22;
constexpr int kAloneCalls = 9;
enum Stamp : std::size_t { kBegun, kCopied, kComputed, kBothDone, kStampCount };

class OverlappedCopy final : public Work {
public:
    OverlappedCopy(std::int64_t bytes, const TransferWay& way, PlainGpu& gpu)
        : m_bytes(bytes), m_way(way), m_gpu(gpu), m_watch(gpu) {}

    Result<Prepared> prepare() override;
    Timing step(int calls) override;
    Output output() override;
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }
    Parts measureApart() override;

private:
    void copy() { m_gpu.copyBytes(m_to, m_from, m_host.bytes); }
    void compute() { m_gpu.launch(m_launch); }
    void both();
    template <typename Submit>
    [[nodiscard]] double aloneMs(const Submit& submit);

    const std::int64_t m_bytes;
    const TransferWay m_way;
    PlainGpu& m_gpu;
    GpuWatch m_watch;
    std::unique_ptr<GpuEvents> m_events;
    KernelLaunch m_launch{};
    GpuBlock m_host, m_device, m_sums;
    std::byte *m_from = nullptr, *m_to = nullptr;  ///< of the first two
};

Result<Prepared> OverlappedCopy::prepare() {
    const auto size = static_cast<std::size_t>(m_bytes);
    m_host = m_gpu.allocatePinned(size);
    m_device = m_gpu.allocate(size);
    m_from = m_host.as<std::byte>();
    m_to = m_device.as<std::byte>();
    fillWords({m_from, size}, 0);
    if (m_way.direction == Direction::FromDevice) {
        copy();
        m_gpu.synchronize();
        std::fill_n(m_from, size, std::byte{});
        std::swap(m_from, m_to);
    }
    m_sums = m_gpu.allocate(std::size_t{kBesideBlocks} * kBesideThreads * sizeof(float));
    m_events = m_gpu.events(kStampCount);
    const auto launchOfRounds = [this](int rounds) {
        m_launch = {.text = "kernels/roof_fma.cu",
                    .kernel = "roof_fma",
                    .blocks = kBesideBlocks,
                    .threads = kBesideThreads,
                    .arguments = {m_sums.as<const void>(), static_cast<std::int32_t>(rounds), 0.75F,
                                  0.25F}};
    };
    // As long as the copy takes: more or less of it would hide behind the other.
    launchOfRounds(kFirstRounds);
    const double copy_ms = aloneMs([this] { copy(); });
    const double compute_ms = aloneMs([this] { compute(); });
    const double rounds = kFirstRounds * copy_ms / compute_ms;
    if (std::isfinite(rounds))
        launchOfRounds(static_cast<int>(std::clamp<double>(rounds, 1, kMostRounds)));
    return preparedCopy(m_bytes);
}

/// Both begin behind the same stamp, and the stream of the work is done when both are.
void OverlappedCopy::both() {
    m_events->record(kBegun);
    {
        const auto copying = m_gpu.copyingStream();
        m_events->wait(kBegun);
        copy();
        m_events->record(kCopied);
    }
    compute();
    m_events->record(kComputed);
    m_events->wait(kCopied);
    m_events->record(kBothDone);
}

Timing OverlappedCopy::step(int calls) {
    m_gpu.synchronize();
    double device_ms = 0;
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls; ++i) {
        both();
        // The stamps are used again, so each call is waited for.
        m_gpu.synchronize();
        device_ms += m_events->elapsedMs(kBegun, kBothDone);
    }
    Timing timing{.wall_ms = msSince(startNs), .device_ms = device_ms};
    timing.parts = {{"both", device_ms}};
    return timing;
}

template <typename Submit>
double OverlappedCopy::aloneMs(const Submit& submit) {
    std::vector<double> times_ms;
    for (int i = 0; i <= kAloneCalls; ++i) {
        m_events->record(kBegun);
        submit();
        m_events->record(kCopied);
        m_gpu.synchronize();
        if (i > 0) times_ms.push_back(m_events->elapsedMs(kBegun, kCopied));  // the first is cold
    }
    return median(times_ms);
}

Parts OverlappedCopy::measureApart() {
    return {{"copy_alone", aloneMs([this] { copy(); }), false},
            {"compute_alone", aloneMs([this] { compute(); }), false}};
}

Output OverlappedCopy::output() {
    std::vector<std::byte> found(m_host.bytes);
    m_gpu.copyBytes(found.data(), m_to, found.size());
    m_gpu.synchronize();
    return outputOfCopy(found);
}

}  // namespace

std::unique_ptr<Work> overlappedCopy(std::int64_t bytes, const TransferWay& way, PlainGpu& gpu) {
    return std::make_unique<OverlappedCopy>(bytes, way, gpu);
}

}  // namespace duelo
