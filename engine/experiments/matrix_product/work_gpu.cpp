// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/gpu_calls.h"
#include "experiments/matrix_product/work_torch.h"
#include "experiments/own_result.h"
#include "gpu/gpu_device_state.h"
#include "gpu/kernel_compiler.h"
#include "models/numerics.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

bool isHalf(Precision precision) {
    return precision == Precision::Fp16 || precision == Precision::Bf16;
}

ScalarType typeOf(Precision precision) {
    if (precision == Precision::Fp16) return ScalarType::Half;
    return precision == Precision::Bf16 ? ScalarType::BFloat16 : ScalarType::Float;
}

kernels::KernelShape shapeOfWay(const ProductWay& way) {
    std::string name(word(way.kernel));
    if (isForTensorCores(way.kernel)) name.append("_").append(word(way.precision));
    return shapeOf(productShapes(way.precision), name);
}

class GpuProduct final : public ProductWork {
public:
    GpuProduct(const ProductCase& work, const ProductWay& way, std::optional<Reason> note,
               ProductInputStore& store, GpuApi& gpu, std::optional<OwnKernel> own)
        : ProductWork(work, way.precision, store),
          m_way(way),
          m_note(std::move(note)),
          m_own(std::move(own)),
          m_gpu(gpu),
          m_calls(gpu),
          m_watch(gpu) {}

    Result<Prepared> prepare() override {
        if (m_own) {
            auto code = compiledOwn(*m_own, architectureOf(m_gpu.sheet().compute_capability));
            if (!code) return tl::unexpected(code.error());
            m_code = std::move(*code);
        }
        auto prepared = ProductWork::prepare();
        if (prepared && m_note) prepared->notes.push_back(*m_note);
        return prepared;
    }

    Timing step(int calls) override {
        const InferenceMode inference;
        applyNumerics({.tf32 = precision() == Precision::Tf32});
        return m_calls.time(calls, "compute", [this] { multiply(); });
    }

    Output output() override {
        if (m_own) checkAll();
        return ProductWork::output();
    }

    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    void makeRoom() override {
        const InferenceMode inference;
        const auto matrix = [&](const AlignedFloats& values) {
            return ops::from_blob(values.data(), {work().n, work().n}, ScalarType::Float)
                .to(m_gpu.device())
                .to(typeOf(precision()));
        };
        m_a = matrix(inputs().a);
        m_b = matrix(inputs().b);
        // The tensor cores add up in fp32 and so does the text for them; LibTorch rounds the sums.
        // What memory held before could be the very product that a call must write.
        const bool library = m_way.kernel == ProductKernel::Library;
        m_c = ops::zeros_like(
            m_a, m_a.options().dtype(library ? typeOf(precision()) : ScalarType::Float));
        if (m_own) m_c = m_ownResult.emplace(m_c.sizes(), m_gpu.device()).values();
        m_gpu.synchronize();
        if (library) return;
        const auto n = static_cast<unsigned>(work().n);
        m_launch = launchOf(m_own ? m_own->shape : shapeOfWay(m_way), n, n,
                            {m_a.const_data_ptr(), m_b.const_data_ptr(), m_c.const_data_ptr(),
                             static_cast<std::int32_t>(n)});
        m_launch->code = m_code;
    }

    void multiply() override {
        if (m_launch)
            m_gpu.launch(*m_launch);
        else
            ops::mm_out(m_c, m_a, m_b);
    }

    std::span<const float> product() override {
        const InferenceMode inference;
        m_product = m_c.to(ScalarType::Float).cpu().contiguous();
        return {m_product.const_data_ptr<float>(), static_cast<std::size_t>(m_product.numel())};
    }

private:
    /// Every element against the library's in fp32. Each of the two may err by what rounding
    /// explains.
    void checkAll() {
        const InferenceMode inference;
        m_ownResult->checkRoom(m_own->name);
        applyNumerics({});
        const Tensor a = m_a.to(ScalarType::Float), b = m_b.to(ScalarType::Float);
        const Tensor expected = ops::mm(a, b);
        const Tensor room =
            ops::mm(ops::abs(a), ops::abs(b)).mul_(2 * productErrorBound(work().n, precision()));
        const Tensor wrong =
            ops::logical_not(ops::le(ops::sub(m_c, expected).abs_(), room)).cpu().contiguous();
        const Tensor there = expected.cpu().contiguous();
        checkOwn(
            m_own->name, product(),
            {there.const_data_ptr<float>(), static_cast<std::size_t>(there.numel())},
            [values = wrong.const_data_ptr<bool>()](std::size_t i) { return values[i]; }, work().n);
    }

    const ProductWay m_way;
    const std::optional<Reason> m_note;
    const std::optional<OwnKernel> m_own;
    std::shared_ptr<const std::string> m_code;  ///< of m_own
    std::optional<OwnResult> m_ownResult;
    GpuApi& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
    std::optional<KernelLaunch> m_launch;  ///< of its own kernels, on the tensors below
    Tensor m_a, m_b, m_c, m_product;
};

}  // namespace

std::unique_ptr<Work> gpuProduct(const ProductCase& work, const ProductWay& way,
                                 std::optional<Reason> note, ProductInputStore& store, GpuApi& gpu,
                                 std::optional<OwnKernel> own) {
    return std::make_unique<GpuProduct>(work, way, std::move(note), store, gpu, std::move(own));
}

std::int64_t gpuProductBytes(const ProductWay& way, std::int64_t n) {
    const std::int64_t values = n * n;
    // Of the halves each matrix is there in fp32 first.
    const std::int64_t each = isHalf(way.precision) ? 2 * 2 + 4 + 4 : 3 * 4;
    // The result of a student's kernel is checked there: factors and products in fp32, and their
    // sizes.
    return values * (way.kernel == ProductKernel::Own ? each + 6 * 4 : each);
}

}  // namespace duelo
