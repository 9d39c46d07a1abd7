// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/work_torch.h"

#include <functional>

#include "experiments/gpu_calls.h"
#include "experiments/roofs/work.h"
#include "gpu/gpu_device_state.h"
#include "models/numerics.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

constexpr unsigned kFmaThreads = 256;
constexpr int kFmaSums = 8;  ///< of a thread, as the kernel's text has it
/// The numbers of the processor's loop: sums tend to 1.
constexpr float kGpuFactor = 0.75F, kGpuSummand = 0.25F;
/// A row of launches, so that what the clock and the waiting take counts for little.
constexpr int kLaunchRow = 128;

/// Works whose calls a GPU does, and which leave numbers that are all 1.
class GpuRoof : public Work {
public:
    explicit GpuRoof(PlainGpu& gpu) : m_gpu(gpu), m_calls(gpu), m_watch(gpu) {}

    Result<Prepared> prepare() override {
        const InferenceMode inference;
        Prepared prepared = make();
        m_gpu.synchronize();
        return prepared;
    }
    Timing step(int calls) override {
        const InferenceMode inference;
        return m_calls.time(calls, part(), [this] { callOnce(); });
    }
    Output output() override {
        const InferenceMode inference;
        return outputOfRoof(ops::mean(result().to(ScalarType::Double)).item<double>());
    }
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    [[nodiscard]] virtual Prepared make() = 0;
    [[nodiscard]] virtual const char* part() const { return "compute"; }
    virtual void callOnce() = 0;
    [[nodiscard]] virtual Tensor result() = 0;
    [[nodiscard]] PlainGpu& gpu() { return m_gpu; }
    [[nodiscard]] GpuBlock zeros(std::int64_t count) const {
        return m_gpu.allocate(static_cast<std::size_t>(count) * sizeof(float));
    }

private:
    PlainGpu& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
};

class GpuFma final : public GpuRoof {
public:
    GpuFma(const GpuRoofSize& size, PlainGpu& gpu) : GpuRoof(gpu), m_size(size) {}

protected:
    Prepared make() override {
        const std::int64_t threads = std::int64_t{m_size.blocks} * kFmaThreads;
        m_sums = zeros(threads);
        m_launch = {.text = "kernels/roof_fma.cu",
                    .kernel = "roof_fma",
                    .blocks = m_size.blocks,
                    .threads = kFmaThreads,
                    .arguments = {m_sums.as<const void>(), static_cast<std::int32_t>(m_size.rounds),
                                  kGpuFactor, kGpuSummand}};
        return {
            .quantities = {{"flop", threads * 2 * kFmaSums * m_size.rounds, "fma_rate", "flop/s"}}};
    }
    void callOnce() override { gpu().launch(m_launch); }
    Tensor result() override {
        return downloaded(gpu(), m_sums, {std::int64_t{m_size.blocks} * kFmaThreads});
    }

private:
    const GpuRoofSize m_size;
    KernelLaunch m_launch{};
    GpuBlock m_sums;
};

/// Every element of the product is 1: each row has as many numbers as their product has parts.
class GpuTensorCores final : public GpuRoof {
public:
    GpuTensorCores(Precision precision, const GpuRoofSize& size, PlainGpu& gpu)
        : GpuRoof(gpu), m_precision(precision), m_side(size.side) {}

    Timing step(int calls) override {
        applyNumerics({.tf32 = m_precision == Precision::Tf32});
        return GpuRoof::step(calls);
    }

protected:
    Prepared make() override {
        const auto filled = [this](double value) {
            return uploaded(gpu(), ops::full({m_side, m_side}, value, TensorOptions(type())));
        };
        m_a = filled(1.0 / 64);
        m_b = filled(64.0 / m_side);
        m_c = filled(0);
        m_product =
            gpu().product({m_a.data.get(), m_b.data.get(), m_c.data.get(), m_side, m_precision});
        return {.quantities = {{"flop", 2 * m_side * m_side * m_side, "fma_rate", "flop/s"}}};
    }
    void callOnce() override { m_product(); }
    Tensor result() override { return downloaded(gpu(), m_c, {m_side, m_side}, type()); }

private:
    [[nodiscard]] ScalarType type() const {
        if (m_precision == Precision::Fp16) return ScalarType::Half;
        return m_precision == Precision::Bf16 ? ScalarType::BFloat16 : ScalarType::Float;
    }

    const Precision m_precision;
    const std::int64_t m_side;
    GpuBlock m_a, m_b, m_c;
    std::function<void()> m_product;
};

class GpuLaunch final : public GpuRoof {
public:
    using GpuRoof::GpuRoof;

protected:
    Prepared make() override {
        m_mark = zeros(1);
        m_launch = {.text = "kernels/launch_nothing.cu",
                    .kernel = "launch_nothing",
                    .blocks = 1,
                    .threads = 1,
                    .arguments = {m_mark.as<const void>()}};
        return {.quantities = {{"launches", 1}}, .least_calls = kLaunchRow};
    }
    const char* part() const override { return "launch"; }
    void callOnce() override { gpu().launch(m_launch); }
    Tensor result() override { return downloaded(gpu(), m_mark, {1}); }

private:
    KernelLaunch m_launch{};
    GpuBlock m_mark;
};

Precision precisionOf(const Cell& cell) {
    return cell.work.word<Precision>("precision");
}

bool isOwn(const Cell& cell) {
    return deviceOf(cell.variant).isGpu() && cell.work.word<RoofKind>("kind") != RoofKind::Copy;
}

}  // namespace

std::unique_ptr<Work> gpuArithmetic(Precision precision, const GpuRoofSize& size, PlainGpu& gpu) {
    if (precision == Precision::Fp32) return std::make_unique<GpuFma>(size, gpu);
    return std::make_unique<GpuTensorCores>(precision, size, gpu);
}

std::unique_ptr<Work> gpuLaunch(PlainGpu& gpu) {
    return std::make_unique<GpuLaunch>(gpu);
}

Result<void> TorchRoofsMaker::check(const Cell& cell) {
    if (!isOwn(cell)) return RoofsMaker::check(cell);
    const Device device = deviceOf(cell.variant);
    if (const auto gpu = m_gpu.of(device); !gpu) return tl::unexpected(gpu.error());
    const auto support = precisionSupport(device, precisionOf(cell), m_gpu.sheetOf(device));
    if (!support) return tl::unexpected(support.error());
    // Of the kind that computes in another format nothing is a roof.
    if (support->slow) return tl::unexpected(*support->slow);
    return m_gpu.canUse(device, precisionOf(cell) == Precision::Fp32 ? NvidiaLibrary::Nvrtc
                                                                     : NvidiaLibrary::Cublas);
}

Result<std::unique_ptr<Work>> TorchRoofsMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    // One holds the stream at a time.
    if (!isOwn(cell)) {
        m_stream.release();
        return RoofsMaker::create(cell);
    }
    RoofsMaker::release();
    PlainGpu& gpu = **m_gpu.of(deviceOf(cell.variant));
    m_stream.take(gpu);
    if (cell.work.word<RoofKind>("kind") == RoofKind::Launch) return gpuLaunch(gpu);
    return gpuArithmetic(precisionOf(cell), {}, gpu);
}

Result<Forecast> TorchRoofsMaker::forecast(const Cell& cell) {
    if (!isOwn(cell)) return RoofsMaker::forecast(cell);
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const std::int64_t side = GpuRoofSize().side;
    return Forecast{.bytes = 3 * side * side * static_cast<std::int64_t>(sizeof(float)),
                    .free_bytes = usableBytes((*m_gpu.of(deviceOf(cell.variant)))->memory())};
}

void TorchRoofsMaker::release() {
    RoofsMaker::release();
    m_stream.release();
}

}  // namespace duelo
