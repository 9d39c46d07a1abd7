// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/work_torch.h"

#include <bit>

#include "experiments/gpu_calls.h"
#include "experiments/pi/sums.h"
#include "experiments/pi/work.h"
#include "experiments/torch_threads.h"
#include "gpu/failure.h"
#include "gpu/gpu_device_state.h"
#include "machine/process_memory.h"
#include "resources/kernels/splitmix.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

/// The same 64 bits as an array of whole numbers has them.
std::int64_t bitsOf(std::uint64_t word) {
    return std::bit_cast<std::int64_t>(word);
}

/// `x` moved to the right, zeros from the left: an array has no unsigned numbers.
Tensor shifted(const Tensor& x, int bits) {
    return ops::bitwise_right_shift(x, bits).bitwise_and_((std::int64_t{1} << (64 - bits)) - 1);
}

/// kernels::mixed() of each, in its place.
void mix(Tensor& x) {
    x.bitwise_xor_(shifted(x, 30)).mul_(bitsOf(0xbf58476d1ce4e5b9U));
    x.bitwise_xor_(shifted(x, 27)).mul_(bitsOf(0x94d049bb133111ebU));
    x.bitwise_xor_(shifted(x, 31));
}

/// pointsInside() of all points at once.
double countInside(const PiCase& work, TensorDevice device) {
    constexpr std::int64_t kBits = (std::int64_t{1} << 30) - 1, kRadius2 = std::int64_t{1} << 62;
    Tensor y = ops::arange(1, work.samples + 1, TensorOptions(ScalarType::Long).device(device));
    y.mul_(bitsOf(kernels::kGoldenGamma)).add_(bitsOf(pointStream(work.seed)));
    mix(y);
    Tensor x = shifted(y, 34);
    x.mul_(2).add_(1);
    x.mul_(x);
    y.bitwise_and_(kBits).mul_(2).add_(1);
    y.mul_(y);
    x.add_(y);
    y.reset();
    return static_cast<double>(ops::sum(ops::lt(x, kRadius2)).item<std::int64_t>());
}

/// leibnizSum() of all terms at once.
double sumTerms(std::int64_t samples, TensorDevice device) {
    const std::int64_t pairs = samples / 2;
    Tensor odd = ops::arange(pairs, TensorOptions(ScalarType::Double).device(device));
    odd.mul_(4).add_(1);
    const Tensor next = odd + 2;
    odd.mul_(next).reciprocal_().mul_(2);
    const double sum = ops::sum(odd).item<double>();
    return samples % 2 == 0 ? sum : sum + leibnizSum(samples - 1, 1);
}

double sumOf(const PiCase& work, TensorDevice device) {
    return work.method == PiMethod::Series ? sumTerms(work.samples, device)
                                           : countInside(work, device);
}

class PiArrays final : public PiWork {
public:
    PiArrays(const PiCase& work, int threads) : PiWork(work), m_threads(threads) {}

    Result<Prepared> prepare() override {
        useTorchThreads(m_threads);
        return PiWork::prepare();
    }

protected:
    double sum() override {
        const InferenceMode inference;
        useTorchThreads(m_threads);
        return sumOf(work(), TensorDevice::Cpu);
    }
    EachThread eachThread() override {
        useTorchThreads(m_threads);
        return torchThreads(static_cast<std::size_t>(m_threads));
    }

private:
    const int m_threads;
};

/// The sum that comes back is waited for in each call.
class GpuPiArrays final : public PiWork {
public:
    GpuPiArrays(const PiCase& work, GpuApi& gpu)
        : PiWork(work), m_gpu(gpu), m_calls(gpu), m_watch(gpu) {}

    Timing step(int calls) override {
        const InferenceMode inference;
        return m_calls.time(calls, "compute", [this] { takeSum(sum()); });
    }
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    double sum() override { return sumOf(work(), m_gpu.device()); }

private:
    GpuApi& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
};

PiHow howOn(const Cell& cell) {
    return cell.variant.word<PiHow>("how");
}

bool onGpu(const Cell& cell) {
    return deviceOf(cell.variant).isGpu();
}

}  // namespace

std::unique_ptr<Work> gpuPiArrays(const PiCase& work, GpuApi& gpu) {
    return std::make_unique<GpuPiArrays>(work, gpu);
}

Result<void> TorchPiMaker::check(const Cell& cell) {
    if (!onGpu(cell)) return PiMaker::check(cell);
    const Device device = deviceOf(cell.variant);
    if (howOn(cell) == PiHow::Array) {
        if (device.api == Api::OpenCl) return fail("opencl_no_library");
        if (m_gpu.api() == nullptr) return tl::unexpected(m_gpu.whyNoNetworks());
    }
    if (auto possible = m_gpu.canUse(device, NvidiaLibrary::Nvrtc); !possible) return possible;
    // Its sums are fp64.
    if (!m_gpu.hasDoubles(device))
        return fail("opencl_no_doubles", {{"name", m_gpu.sheetOf(device).name}});
    return {};
}

Result<std::unique_ptr<Work>> TorchPiMaker::create(const Cell& cell) {
    if (!onGpu(cell)) return PiMaker::create(cell);
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    PlainGpu& gpu = **m_gpu.of(deviceOf(cell.variant));
    m_stream.take(gpu);
    const PiCase work = piCase(cell.work);
    if (howOn(cell) == PiHow::Array) return gpuPiArrays(work, *m_gpu.api());
    return gpuPi(work, howOn(cell), work.samples, gpu);
}

Result<Forecast> TorchPiMaker::forecast(const Cell& cell) {
    if (!onGpu(cell)) return PiMaker::forecast(cell);
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const PiCase work = piCase(cell.work);
    const bool arrays = howOn(cell) == PiHow::Array;
    const std::int64_t bytes = arrays ? piArrayBytes(work) : gpuPiBytes(work, howOn(cell));
    if (howOn(cell) == PiHow::KernelHost) {
        const Forecast host{.bytes = bytes, .free_bytes = freeMemoryBytes()};
        if (host.lack()) return host;
    }
    return Forecast{.bytes = bytes,
                    .free_bytes = usableBytes((*m_gpu.of(deviceOf(cell.variant)))->memory())};
}

std::unique_ptr<PiWork> TorchPiMaker::arrays(const PiCase& work, int threads) {
    return std::make_unique<PiArrays>(work, threads);
}

Failure TorchPiMaker::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

}  // namespace duelo
