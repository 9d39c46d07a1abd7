// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string_view>
#include <utility>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "experiments/gpu_calls.h"
#include "experiments/matrix_product/work_torch.h"
#include "gpu/gpu_device_state.h"
#include "models/numerics.h"

namespace duelo {

namespace {

bool isHalf(Precision precision) {
    return precision == Precision::Fp16 || precision == Precision::Bf16;
}

at::ScalarType typeOf(Precision precision) {
    if (precision == Precision::Fp16) return at::kHalf;
    return precision == Precision::Bf16 ? at::kBFloat16 : at::kFloat;
}

std::string_view nameOf(const ProductWay& way) {
    if (way.kernel != ProductKernel::Tensor) return word(way.kernel);
    return way.precision == Precision::Fp16 ? "matmul_tensor_fp16" : "matmul_tensor_bf16";
}

std::span<const kernels::KernelShape> shapesOf(const ProductWay& way) {
    if (way.kernel == ProductKernel::Tensor) return kernels::kTensorShapes;
    return kernels::kProductShapes;
}

class GpuProduct final : public ProductWork {
public:
    GpuProduct(const ProductCase& work, const ProductWay& way, std::optional<Reason> note,
               ProductInputStore& store, GpuApi& gpu)
        : ProductWork(work, way.precision, store),
          m_way(way),
          m_note(std::move(note)),
          m_gpu(gpu),
          m_calls(gpu),
          m_watch(gpu) {}

    Result<Prepared> prepare() override {
        auto prepared = ProductWork::prepare();
        if (prepared && m_note) prepared->notes.push_back(*m_note);
        return prepared;
    }

    Timing step(int calls) override {
        const c10::InferenceMode inference;
        applyNumerics({.tf32 = precision() == Precision::Tf32});
        return m_calls.time(calls, "compute", [this] { multiply(); });
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
        const bool library = m_way.kernel == ProductKernel::Library;
        m_c = at::zeros_like(m_a, m_a.options().dtype(library ? typeOf(precision()) : at::kFloat));
        m_gpu.synchronize();
        if (library) return;
        const auto n = static_cast<unsigned>(work().n);
        m_launch = launchOf(shapeOf(shapesOf(m_way), nameOf(m_way)), n, n,
                            {m_a.const_data_ptr(), m_b.const_data_ptr(), m_c.const_data_ptr(),
                             static_cast<std::int32_t>(n)});
    }

    void multiply() override {
        if (m_launch)
            m_gpu.launch(*m_launch);
        else
            at::mm_out(m_c, m_a, m_b);
    }

    std::span<const float> product() override {
        const c10::InferenceMode inference;
        m_product = m_c.to(at::kFloat).cpu().contiguous();
        return {m_product.const_data_ptr<float>(), static_cast<std::size_t>(m_product.numel())};
    }

private:
    const ProductWay m_way;
    const std::optional<Reason> m_note;
    GpuApi& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
    std::optional<KernelLaunch> m_launch;  ///< of its own kernels, on the tensors below
    at::Tensor m_a, m_b, m_c, m_product;
};

}  // namespace

std::unique_ptr<Work> gpuProduct(const ProductCase& work, const ProductWay& way,
                                 std::optional<Reason> note, ProductInputStore& store,
                                 GpuApi& gpu) {
    return std::make_unique<GpuProduct>(work, way, std::move(note), store, gpu);
}

std::int64_t gpuProductBytes(const ProductWay& way, std::int64_t n) {
    const std::int64_t values = n * n;
    // Of the halves each matrix is there in fp32 first.
    return values * (isHalf(way.precision) ? 2 * 2 + 4 + 4 : 3 * 4);
}

}  // namespace duelo
