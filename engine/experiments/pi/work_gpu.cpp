// SPDX-License-Identifier: Apache-2.0
// Pi by a kernel of Duelo's own (resources/kernels/pi.cu), with the reduction on either side of the
// bus.
#include <algorithm>

#include "experiments/pi/sums.h"
#include "experiments/pi/work.h"
#include "experiments/pi/work_torch.h"
#include "gpu/gpu_device_state.h"
#include "machine/clock.h"

namespace duelo {

namespace {

constexpr const char* kPiText = "kernels/pi.cu";
constexpr unsigned kPiThreads = 256, kMostPiBlocks = 4096;
/// The samples of one launch: so few that it is done after a tenth of a second, and no display
/// driver ends it.
constexpr std::int64_t kSumsPiece = std::int64_t{1} << 30;
/// The samples whose values lie in the memory at once.
constexpr std::int64_t kEachPiece = std::int64_t{1} << 26;
constexpr std::size_t kStamps = 3;  ///< of a piece: begun, computed, copied

/// Points, or pairs of terms; a last term without a partner is the host's.
std::int64_t elementsOf(const PiCase& work) {
    return work.method == PiMethod::Series ? work.samples / 2 : work.samples;
}

unsigned blocksOf(std::int64_t count) {
    const std::int64_t needed = (count + kPiThreads - 1) / kPiThreads;
    return static_cast<unsigned>(std::clamp<std::int64_t>(needed, 1, kMostPiBlocks));
}

class GpuPi : public PiWork {
public:
    GpuPi(const PiCase& work, std::int64_t piece, PlainGpu& gpu)
        : PiWork(work), m_piece(piece), m_gpu(gpu), m_watch(gpu) {}

    Result<Prepared> prepare() override {
        makeRoom();
        m_events = m_gpu.events(kStamps);
        m_gpu.synchronize();
        return PiWork::prepare();
    }
    /// Each call ends synchronised, because the host needs the sum.
    Timing step(int calls) override {
        m_compute_ms = m_copy_ms = m_reduce_ms = 0;
        m_gpu.synchronize();
        Timing timing = PiWork::step(calls);
        timing.device_ms = m_compute_ms + m_copy_ms;
        timing.parts = {{"compute", m_compute_ms}, {"d2h", m_copy_ms}, {"reduce", m_reduce_ms}};
        return timing;
    }
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    virtual void makeRoom() = 0;
    [[nodiscard]] PlainGpu& gpu() { return m_gpu; }
    [[nodiscard]] std::int64_t piece() const { return m_piece; }
    [[nodiscard]] std::int64_t elements() const { return elementsOf(work()); }
    [[nodiscard]] std::int32_t isSeries() const {
        return work().method == PiMethod::Series ? 1 : 0;
    }
    [[nodiscard]] GpuBlock onDevice(std::int64_t count) const {
        return m_gpu.allocate(bytesOf(count));
    }
    [[nodiscard]] GpuBlock onHost(std::int64_t count) {
        return m_gpu.allocatePinned(bytesOf(count));
    }
    [[nodiscard]] static std::size_t bytesOf(std::int64_t count) {
        return static_cast<std::size_t>(count) * sizeof(float);
    }
    /// Launches a kernel on `count` samples from `first` on; `at`: where the results stand in both
    /// arrays.
    void launch(const char* kernel, std::int64_t first, std::int64_t count, std::int64_t at) {
        m_gpu.launch(
            {.text = kPiText,
             .kernel = kernel,
             .blocks = blocksOf(count),
             .threads = kPiThreads,
             .arguments = {m_high.as<const float>() + at,
                           m_low.as<const float>() + (m_low.bytes > sizeof(float) ? at : 0),
                           static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count),
                           pointStream(work().seed), isSeries()}});
    }
    void stopWhereAsked() {
        if (control().stop.stop_requested()) throw StepStopped{};
        control().beat();
    }
    /// Times what the device does, and then what is copied to the host, which waits for it.
    template <typename Compute, typename Copy>
    void timed(const Compute& compute, const Copy& copy) {
        m_events->record(0);
        compute();
        m_events->record(1);
        copy();
        m_events->record(2);
        m_gpu.synchronize();
        m_compute_ms += m_events->elapsedMs(0, 1);
        m_copy_ms += m_events->elapsedMs(1, 2);
    }
    template <typename Reduce>
    [[nodiscard]] double reduced(const Reduce& reduce) {
        const std::int64_t startNs = nowNs();
        const double sum = reduce();
        m_reduce_ms += msSince(startNs);
        return sum;
    }
    [[nodiscard]] double withLastTerm(double sum) const {
        if (!isSeries() || work().samples % 2 == 0) return sum;
        return sum + leibnizSum(work().samples - 1, 1);
    }

    GpuBlock m_high, m_low;  ///< of the device

private:
    const std::int64_t m_piece;  ///< samples of one launch
    PlainGpu& m_gpu;
    GpuWatch m_watch;
    std::unique_ptr<GpuEvents> m_events;
    double m_compute_ms = 0, m_copy_ms = 0, m_reduce_ms = 0;
};

/// Copies the value of each sample over the bus; the host adds them up.
class ReducedOnHost final : public GpuPi {
public:
    using GpuPi::GpuPi;

protected:
    void makeRoom() override {
        const std::int64_t count = std::max<std::int64_t>(1, std::min(piece(), elements()));
        m_high = onDevice(count);
        m_low = onDevice(isSeries() ? count : 1);
        m_host_high = onHost(count);
        m_host_low = onHost(isSeries() ? count : 1);
    }
    double sum() override {
        double all = 0;
        for (std::int64_t first = 0; first < elements(); first += piece()) {
            stopWhereAsked();
            const std::int64_t count = std::min(piece(), elements() - first);
            timed([&] { launch("pi_each", first, count, 0); },
                  [&] {
                      copyBack(m_host_high, m_high, count);
                      if (isSeries()) copyBack(m_host_low, m_low, count);
                  });
            all += reduced([&] {
                double found = 0;
                const auto* high = m_host_high.as<const float>();
                const auto* low = m_host_low.as<const float>();
                for (std::int64_t i = 0; i < count; ++i) found += high[i];
                for (std::int64_t i = 0; i < count && isSeries(); ++i) found += low[i];
                return found;
            });
        }
        return withLastTerm(all);
    }

private:
    void copyBack(const GpuBlock& to, const GpuBlock& from, std::int64_t count) {
        gpu().copyBytes(to.data.get(), from.data.get(), bytesOf(count));
    }

    GpuBlock m_host_high, m_host_low;
};

/// Two numbers go over the bus, whatever there is to add up.
class ReducedOnDevice final : public GpuPi {
public:
    using GpuPi::GpuPi;

protected:
    void makeRoom() override {
        m_blocks = 0;
        for (std::int64_t first = 0; first < elements(); first += piece())
            m_blocks += blocksOf(std::min(piece(), elements() - first));
        m_high = onDevice(std::max<std::int64_t>(2, m_blocks));
        m_low = onDevice(std::max<std::int64_t>(2, m_blocks));
        m_total = onDevice(2);
        m_host_total = onHost(2);
    }
    double sum() override {
        timed([this] { addUp(); },
              [this] {
                  gpu().copyBytes(m_host_total.data.get(), m_total.data.get(), m_total.bytes);
              });
        return withLastTerm(reduced([this] {
            const auto* total = m_host_total.as<const float>();
            return static_cast<double>(total[0]) + total[1];
        }));
    }

private:
    void addUp() {
        std::int64_t place = 0;
        for (std::int64_t first = 0; first < elements(); first += piece()) {
            stopWhereAsked();
            const std::int64_t count = std::min(piece(), elements() - first);
            launch("pi_sums", first, count, place);
            place += blocksOf(count);
        }
        gpu().launch(
            {.text = kPiText,
             .kernel = "pi_total",
             .blocks = 1,
             .threads = kPiThreads,
             .arguments = {m_high.as<const void>(), m_low.as<const void>(),
                           m_total.as<const void>(), static_cast<std::int32_t>(m_blocks)}});
    }

    std::int64_t m_blocks = 0;
    GpuBlock m_total, m_host_total;
};

}  // namespace

std::unique_ptr<Work> gpuPi(const PiCase& work, PiHow how, std::int64_t piece, PlainGpu& gpu) {
    if (how == PiHow::KernelHost)
        return std::make_unique<ReducedOnHost>(work, std::min(piece, kEachPiece), gpu);
    return std::make_unique<ReducedOnDevice>(work, std::min(piece, kSumsPiece), gpu);
}

std::int64_t gpuPiBytes(const PiCase& work, PiHow how) {
    constexpr auto kValueBytes = static_cast<std::int64_t>(sizeof(float));
    const std::int64_t pieces = elementsOf(work) / kSumsPiece + 1;
    if (how == PiHow::KernelDevice) return 2 * pieces * kMostPiBlocks * kValueBytes;
    const int arrays = work.method == PiMethod::Series ? 2 : 1;
    return arrays * std::min(elementsOf(work), kEachPiece) * kValueBytes;
}

}  // namespace duelo
