// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "experiments/gpu_calls.h"
#include "experiments/matrix_product/work_torch.h"
#include "gpu/gpu_device_state.h"
#include "models/numerics.h"
#include "resources/kernels/shapes.h"

namespace duelo {

namespace {

using kernels::KernelShape;

bool isHalf(Precision precision) {
    return precision == Precision::Fp16 || precision == Precision::Bf16;
}

at::ScalarType typeOf(Precision precision) {
    if (precision == Precision::Fp16) return at::kHalf;
    return precision == Precision::Bf16 ? at::kBFloat16 : at::kFloat;
}

/// Null of LibTorch's own.
const KernelShape* shapeOf(const ProductWay& way) {
    if (way.kernel == ProductKernel::Library) return nullptr;
    if (way.kernel == ProductKernel::Tensor)
        return &kernels::kTensorShapes[way.precision == Precision::Fp16 ? 0 : 1];
    return std::ranges::find(
        kernels::kProductShapes, word(way.kernel),
        [](const KernelShape& shape) { return std::string_view(shape.kernel); });
}

class GpuProduct final : public ProductWork {
public:
    GpuProduct(const ProductCase& work, const ProductWay& way, ProductInputStore& store,
               GpuApi& gpu)
        : ProductWork(work, way.precision, store),
          m_shape(shapeOf(way)),
          m_gpu(gpu),
          m_watch(gpu) {}

    Result<Prepared> prepare() override {
        const auto support = precisionSupport(Device::Cuda, precision(), m_gpu.sheet());
        if (!support) return tl::unexpected(support.error());
        m_calls.emplace(m_gpu);
        auto prepared = ProductWork::prepare();
        if (prepared && support->slow) prepared->notes.push_back(*support->slow);
        return prepared;
    }

    Timing step(int calls) override {
        const c10::InferenceMode inference;
        applyNumerics({.tf32 = precision() == Precision::Tf32});
        return m_calls->time(calls, "compute", [this] { multiply(); });
    }

    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    void makeRoom() override {
        const c10::InferenceMode inference;
        const auto matrix = [&](const AlignedFloats& values) {
            return at::from_blob(values.data(), {work().n, work().n}, at::kFloat)
                .to(m_gpu.device())
                .to(typeOf(precision()));
        };
        m_a = matrix(inputs().a);
        m_b = matrix(inputs().b);
        // The tensor cores add up in fp32 and so does the text for them; LibTorch rounds the sums.
        // What memory held before could be the very product that a call must write.
        const bool rounds = m_shape == nullptr && isHalf(precision());
        m_c = at::zeros_like(m_a, m_a.options().dtype(rounds ? typeOf(precision()) : at::kFloat));
        m_gpu.synchronize();
    }

    void multiply() override {
        if (m_shape == nullptr) {
            at::mm_out(m_c, m_a, m_b);
            return;
        }
        const auto n = static_cast<unsigned>(work().n);
        const kernels::GridShape grid = gridOf(*m_shape, n, n);
        m_gpu.launch({.text = m_shape->text,
                      .kernel = m_shape->kernel,
                      .blocks = grid.x,
                      .threads = m_shape->block_x,
                      .blocks_y = grid.y,
                      .threads_y = m_shape->block_y,
                      .arguments = {m_a.const_data_ptr(), m_b.const_data_ptr(),
                                    m_c.const_data_ptr(), static_cast<std::int32_t>(n)}});
    }

    std::span<const float> product() override {
        const c10::InferenceMode inference;
        m_product = m_c.to(at::kFloat).cpu().contiguous();
        return {m_product.const_data_ptr<float>(), static_cast<std::size_t>(m_product.numel())};
    }

private:
    const KernelShape* const m_shape;
    GpuApi& m_gpu;
    GpuWatch m_watch;
    std::optional<GpuCalls> m_calls;
    at::Tensor m_a, m_b, m_c, m_product;
};

}  // namespace

std::unique_ptr<Work> gpuProduct(const ProductCase& work, const ProductWay& way,
                                 ProductInputStore& store, GpuApi& gpu) {
    return std::make_unique<GpuProduct>(work, way, store, gpu);
}

std::int64_t gpuProductBytes(const ProductWay& way, std::int64_t n) {
    const std::int64_t values = n * n;
    // Of the halves each matrix is there in fp32 first.
    return values * (isHalf(way.precision) ? 2 * 2 + 4 + 4 : 3 * 4);
}

}  // namespace duelo
