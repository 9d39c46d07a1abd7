// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/gpu_calls.h"
#include "experiments/max_pool/inputs.h"
#include "experiments/max_pool/work_torch.h"
#include "experiments/own_result.h"
#include "gpu/gpu_device_state.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

float borderOf(const PoolCase& work) {
    return work.border == PoolBorder::Zero ? 0 : kLeastOnGpu;
}

std::int32_t narrow(std::int64_t value) {
    return static_cast<std::int32_t>(value);
}

/// Works whose calls a GPU does.
class GpuPoolWork : public PoolWork {
public:
    GpuPoolWork(const PoolCase& work, PlainGpu& gpu, std::optional<OwnKernel> own)
        : PoolWork(work), m_own(std::move(own)), m_gpu(gpu), m_calls(gpu), m_watch(gpu) {}

    Result<Prepared> prepare() override {
        if (m_own) {
            auto code = compiledOwn(*m_own, m_gpu);
            if (!code) return tl::unexpected(code.error());
            m_code = std::move(*code);
        }
        auto prepared = PoolWork::prepare();
        if (!prepared) return prepared;
        const GpuTraffic traffic = inCall();
        for (const auto& [id, count] : {std::pair{"launches", traffic.launches},
                                        {"copies", traffic.copies},
                                        {"copied_bytes", traffic.copied_bytes}})
            prepared->quantities.push_back({.id = id, .per_call = count});
        return prepared;
    }

    Output output() override {
        if (m_own) {
            m_ownResult->checkRoom(m_own->name);
            const AlignedFloats expected = mapByLoops(work(), input());
            const std::span<const float> found = map(), there = expected.values();
            checkOwn(
                m_own->name, found, there, [&](std::size_t i) { return found[i] != there[i]; },
                work().out());
        }
        return PoolWork::output();
    }

    Timing step(int calls) override {
        const InferenceMode inference;
        return m_calls.time(calls, "compute", [this] { pool(); });
    }
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// Counts what a call that is measured asks for.
    [[nodiscard]] virtual GpuTraffic inCall() const = 0;
    [[nodiscard]] PlainGpu& gpu() { return m_gpu; }
    [[nodiscard]] GpuBlock onDevice(std::int64_t count) const {
        return m_gpu.allocate(static_cast<std::size_t>(count) * sizeof(float));
    }
    /// Makes the place that the kernel writes so many numbers to; returns its address.
    [[nodiscard]] float* makeResult(std::int64_t count) {
        if (m_own)
            return static_cast<float*>(
                const_cast<void*>(m_ownResult.emplace(m_gpu, count).values()));
        m_result = onDevice(count);
        return m_result.as<float>();
    }
    [[nodiscard]] KernelLaunch launchFor(PoolKernel kernel, unsigned side,
                                         std::vector<KernelLaunch::Argument> arguments) const {
        KernelLaunch launch =
            launchOf(m_own ? m_own->shape : shapeOf(kernels::kPoolShapes, word(kernel)), side, side,
                     std::move(arguments));
        launch.code = m_code;
        return launch;
    }

private:
    const std::optional<OwnKernel> m_own;
    std::shared_ptr<const std::string> m_code;  ///< of m_own
    std::optional<OwnResult> m_ownResult;
    GpuBlock m_result;  ///< without m_own
    PlainGpu& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
};

/// Pools all windows at once.
class PoolAtOnce final : public GpuPoolWork {
public:
    PoolAtOnce(const PoolCase& work, PoolKernel kernel, PlainGpu& gpu, std::optional<OwnKernel> own)
        : GpuPoolWork(work, gpu, std::move(own)), m_kernel(kernel) {}

protected:
    /// The picture rests on the GPU, and so does the map.
    [[nodiscard]] GpuTraffic inCall() const override { return {.launches = 1}; }

    void makeRoom() override {
        const InferenceMode inference;
        m_picture = uploaded(
            gpu(), ops::from_blob(const_cast<float*>(input().data()), {work().elements()}));
        m_map = makeResult(work().windows());
        gpu().synchronize();
        if (isLibrarys(m_kernel)) return;
        const auto out = static_cast<unsigned>(work().out());
        std::vector<KernelLaunch::Argument> arguments{m_picture.as<const void>(),
                                                      static_cast<const void*>(m_map),
                                                      narrow(work().size), narrow(work().out())};
        if (m_kernel == PoolKernel::EachWindow)
            arguments.insert(arguments.end(), {narrow(work().window), narrow(work().stride),
                                               narrow(work().padding), borderOf(work())});
        m_launch = launchFor(m_kernel, out, std::move(arguments));
    }

    void pool() override {
        if (m_launch)
            gpu().launch(*m_launch);
        else
            gpu().cudnnMaxPool(m_map, m_picture.as<float>(), {work().size, work().out()},
                               {work().window, work().stride, work().padding});
    }

    std::span<const float> map() override {
        m_found.resize(static_cast<std::size_t>(work().windows()));
        gpu().copyBytes(m_found.data(), m_map, m_found.size() * sizeof(float));
        gpu().synchronize();
        return m_found;
    }

private:
    const PoolKernel m_kernel;
    std::optional<KernelLaunch> m_launch;  ///< of the own kernels, on these
    GpuBlock m_picture;
    float* m_map = nullptr;
    std::vector<float> m_found;
};

/// A launch and its copies for each window.
class PoolByWindow final : public GpuPoolWork {
public:
    PoolByWindow(const PoolCase& work, PoolKernel kernel, PlainGpu& gpu,
                 std::optional<OwnKernel> own)
        : GpuPoolWork(work, gpu, std::move(own)), m_kernel(kernel) {}

protected:
    [[nodiscard]] GpuTraffic inCall() const override { return poolTraffic(work(), m_kernel); }

    void makeRoom() override {
        const std::int64_t k = work().window, count = resultCount();
        m_window.resize(static_cast<std::size_t>(k * k));
        m_identity.assign(m_window.size(), 0);
        for (std::int64_t i = 0; i < k; ++i) m_identity[static_cast<std::size_t>(i * (k + 1))] = 1;
        m_result.resize(static_cast<std::size_t>(count));
        m_device_window = onDevice(k * k);
        m_device_filter = onDevice(k * k);
        m_device_result = makeResult(count);
        gpu().synchronize();
        m_map = AlignedFloats(static_cast<std::size_t>(work().windows()));
        std::vector<KernelLaunch::Argument> arguments{m_device_window.as<const void>()};
        if (copiesFilter(m_kernel)) arguments.emplace_back(m_device_filter.as<const void>());
        arguments.emplace_back(static_cast<const void*>(m_device_result));
        arguments.emplace_back(narrow(k));
        // One block: a window has no more rows than it has threads (needsThreadForEach()), or its
        // threads go on to the next ones.
        m_launch = launchFor(m_kernel, 1, std::move(arguments));
    }

    void pool() override {
        for (std::int64_t i = 0; i < work().out(); ++i) {
            for (std::int64_t j = 0; j < work().out(); ++j)
                m_map.data()[i * work().out() + j] = largestOf(i, j);
            if (control().stop.stop_requested()) throw StepStopped{};
            control().progress(static_cast<double>(i + 1) / static_cast<double>(work().out()));
        }
    }

    std::span<const float> map() override { return m_map.values(); }

private:
    [[nodiscard]] std::int64_t resultCount() const {
        return m_kernel == PoolKernel::OneWindow ? 1 : work().window * work().window;
    }

    float largestOf(std::int64_t i, std::int64_t j) {
        const auto copy = [this](void* to, const void* from, const std::vector<float>& values) {
            gpu().copyBytes(to, from, values.size() * sizeof(float));
        };
        copyWindow(work(), input().values(), i, j, borderOf(work()), m_window);
        copy(m_device_window.data.get(), m_window.data(), m_window);
        if (copiesFilter(m_kernel)) copy(m_device_filter.data.get(), m_identity.data(), m_identity);
        gpu().launch(*m_launch);
        copy(m_result.data(), m_device_result, m_result);
        gpu().synchronize();
        return *std::ranges::max_element(m_result);
    }

    const PoolKernel m_kernel;
    std::optional<KernelLaunch> m_launch;               ///< the same for each window
    std::vector<float> m_window, m_identity, m_result;  ///< of the host
    GpuBlock m_device_window, m_device_filter;
    float* m_device_result = nullptr;
    AlignedFloats m_map;
};

}  // namespace

std::unique_ptr<Work> gpuPool(const PoolCase& work, PoolKernel kernel, PlainGpu& gpu,
                              std::optional<OwnKernel> own) {
    if (launchesEachWindow(kernel))
        return std::make_unique<PoolByWindow>(work, kernel, gpu, std::move(own));
    return std::make_unique<PoolAtOnce>(work, kernel, gpu, std::move(own));
}

std::int64_t gpuPoolBytes(const PoolCase& work, PoolKernel kernel) {
    constexpr std::int64_t kIndexBytes = 8;  // LibTorch keeps where each maximum was
    constexpr auto kValueBytes = static_cast<std::int64_t>(sizeof(float));
    if (launchesEachWindow(kernel)) return 3 * work.window * work.window * kValueBytes;
    // The map of a call is there while the next one is made.
    const std::int64_t library = kernel == PoolKernel::Library ? 1 : 0;
    return (work.elements() + (1 + library) * work.windows()) * kValueBytes +
           2 * library * kIndexBytes * work.windows();
}

}  // namespace duelo
