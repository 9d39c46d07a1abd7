// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "experiments/gpu_calls.h"
#include "experiments/max_pool/inputs.h"
#include "experiments/max_pool/work_torch.h"
#include "gpu/gpu_device_state.h"

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
    GpuPoolWork(const PoolCase& work, GpuApi& gpu)
        : PoolWork(work), m_gpu(gpu), m_calls(gpu), m_watch(gpu) {}

    Timing step(int calls) override {
        const c10::InferenceMode inference;
        return m_calls.time(calls, "compute", [this] { pool(); });
    }
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    [[nodiscard]] GpuApi& gpu() { return m_gpu; }
    [[nodiscard]] at::Tensor onDevice(at::IntArrayRef shape) const {
        return at::zeros(shape, at::TensorOptions(at::kFloat).device(m_gpu.device()));
    }

private:
    GpuApi& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
};

/// All windows at once.
class PoolAtOnce final : public GpuPoolWork {
public:
    PoolAtOnce(const PoolCase& work, PoolKernel kernel, GpuApi& gpu)
        : GpuPoolWork(work, gpu), m_kernel(kernel) {}

protected:
    void makeRoom() override {
        const c10::InferenceMode inference;
        m_picture = at::from_blob(const_cast<float*>(input().data()),
                                  {1, 1, work().size, work().size}, at::kFloat)
                        .to(gpu().device());
        m_map = onDevice({1, 1, work().out(), work().out()});
        gpu().synchronize();
        if (m_kernel == PoolKernel::Library) return;
        const auto out = static_cast<unsigned>(work().out());
        std::vector<KernelLaunch::Argument> arguments{m_picture.const_data_ptr(),
                                                      m_map.const_data_ptr(), narrow(work().size),
                                                      narrow(work().out())};
        if (m_kernel == PoolKernel::EachWindow)
            arguments.insert(arguments.end(), {narrow(work().window), narrow(work().stride),
                                               narrow(work().padding), borderOf(work())});
        m_launch =
            launchOf(shapeOf(kernels::kPoolShapes, word(m_kernel)), out, out, std::move(arguments));
    }

    void pool() override {
        if (m_launch)
            gpu().launch(*m_launch);
        else
            m_map =
                at::max_pool2d(m_picture, {work().window, work().window},
                               {work().stride, work().stride}, {work().padding, work().padding});
    }

    std::span<const float> map() override {
        const c10::InferenceMode inference;
        m_found = m_map.cpu().contiguous();
        return {m_found.const_data_ptr<float>(), static_cast<std::size_t>(m_found.numel())};
    }

private:
    const PoolKernel m_kernel;
    std::optional<KernelLaunch> m_launch;  ///< of the own kernels, on the tensors below
    at::Tensor m_picture, m_map, m_found;
};

/// A launch and its copies for each window.
class PoolByWindow final : public GpuPoolWork {
public:
    PoolByWindow(const PoolCase& work, PoolKernel kernel, GpuApi& gpu)
        : GpuPoolWork(work, gpu), m_kernel(kernel) {}

protected:
    void makeRoom() override {
        const c10::InferenceMode inference;
        const std::int64_t k = work().window;
        m_window = at::empty({k, k}, at::kFloat);
        m_identity = at::eye(k, at::kFloat);
        m_result = at::empty(resultShape(), at::kFloat);
        m_device_window = onDevice({k, k});
        m_device_filter = onDevice({k, k});
        m_device_result = onDevice(resultShape());
        m_map = AlignedFloats(static_cast<std::size_t>(work().windows()));
        std::vector<KernelLaunch::Argument> arguments{m_device_window.const_data_ptr()};
        if (m_kernel == PoolKernel::IdentityTransferred)
            arguments.emplace_back(m_device_filter.const_data_ptr());
        arguments.emplace_back(m_device_result.const_data_ptr());
        arguments.emplace_back(narrow(k));
        // One block: a window has no more rows than it has threads (kMostIdentityWindow).
        m_launch =
            launchOf(shapeOf(kernels::kPoolShapes, word(m_kernel)), 1, 1, std::move(arguments));
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
    [[nodiscard]] std::vector<std::int64_t> resultShape() const {
        if (m_kernel == PoolKernel::OneWindow) return {1};
        return {work().window, work().window};
    }

    float largestOf(std::int64_t i, std::int64_t j) {
        copyWindow(work(), input().values(), i, j, borderOf(work()),
                   {m_window.data_ptr<float>(), static_cast<std::size_t>(m_window.numel())});
        gpu().copy(m_device_window, m_window);
        if (m_kernel == PoolKernel::IdentityTransferred) gpu().copy(m_device_filter, m_identity);
        gpu().launch(*m_launch);
        gpu().copy(m_result, m_device_result);
        gpu().synchronize();
        const float* values = m_result.const_data_ptr<float>();
        return *std::max_element(values, values + m_result.numel());
    }

    const PoolKernel m_kernel;
    std::optional<KernelLaunch> m_launch;       ///< the same for each window
    at::Tensor m_window, m_identity, m_result;  ///< of the host
    at::Tensor m_device_window, m_device_filter, m_device_result;
    AlignedFloats m_map;
};

}  // namespace

std::unique_ptr<Work> gpuPool(const PoolCase& work, PoolKernel kernel, GpuApi& gpu) {
    if (launchesEachWindow(kernel)) return std::make_unique<PoolByWindow>(work, kernel, gpu);
    return std::make_unique<PoolAtOnce>(work, kernel, gpu);
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
