// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/gpu_calls.h"
#include "experiments/matrix_product/work_torch.h"
#include "experiments/own_result.h"
#include "gpu/gpu.h"
#include "gpu/gpu_device_state.h"
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
               ProductInputStore& store, PlainGpu& gpu, std::optional<OwnKernel> own)
        : ProductWork(work, way.precision, store),
          m_way(way),
          m_note(std::move(note)),
          m_own(std::move(own)),
          m_gpu(gpu),
          m_calls(gpu),
          m_watch(gpu) {}

    Result<Prepared> prepare() override {
        if (m_own) {
            auto code = compiledOwn(*m_own, m_gpu);
            if (!code) return tl::unexpected(code.error());
            m_code = std::move(*code);
        }
        auto prepared = ProductWork::prepare();
        if (prepared && m_note) prepared->notes.push_back(*m_note);
        if (prepared && !m_own && m_launch && m_threads < shapeOfWay(m_way).block_x)
            prepared->notes.push_back(
                {"product_small_block", {{"threads", m_threads}, {"name", m_gpu.sheet().name}}});
        if (prepared && m_multiply && dynamic_cast<GpuApi*>(&m_gpu) == nullptr)
            prepared->notes.push_back({"product_by_cublas"});
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
        const auto n = static_cast<unsigned>(work().n);
        const bool library = m_way.kernel == ProductKernel::Library;
        m_a = uploaded(m_gpu, rounded(inputs().a));
        m_b = uploaded(m_gpu, rounded(inputs().b));
        // The tensor cores add up in fp32 and so does the text for them; the library rounds the
        // sums. What memory held before could be the very product that a call must write.
        m_type = library ? typeOf(precision()) : ScalarType::Float;
        if (m_own)
            m_ownResult.emplace(m_gpu, work().n * work().n);
        else
            m_c = m_gpu.allocate(static_cast<std::size_t>(work().n * work().n) *
                                 (m_type == ScalarType::Float ? sizeof(float) : 2));
        m_gpu.synchronize();
        if (library) {
            m_multiply = m_gpu.product(operands(m_a, m_b, m_c, precision()));
            return;
        }
        const kernels::KernelShape shape =
            m_own ? m_own->shape : fitted(shapeOfWay(m_way), mostThreads(m_gpu));
        m_threads = shape.block_x;
        m_launch = launchOf(
            shape, n, n,
            {m_a.as<const void>(), m_b.as<const void>(),
             m_own ? m_ownResult->values() : m_c.as<const void>(), static_cast<std::int32_t>(n)});
        m_launch->code = m_code;
    }

    void multiply() override {
        if (m_launch)
            m_gpu.launch(*m_launch);
        else
            m_multiply();
    }

    std::span<const float> product() override {
        const InferenceMode inference;
        if (m_own) return m_found = m_ownResult->found();
        m_product = downloaded(m_gpu, m_c, {work().n, work().n}, m_type).to(ScalarType::Float);
        return {m_product.const_data_ptr<float>(), static_cast<std::size_t>(m_product.numel())};
    }

private:
    /// A factor in the format that is computed with.
    [[nodiscard]] Tensor rounded(const AlignedFloats& values) const {
        return ops::from_blob(values.data(), {work().n, work().n}, ScalarType::Float)
            .to(typeOf(precision()));
    }
    [[nodiscard]] ProductOperands operands(const GpuBlock& a, const GpuBlock& b, const GpuBlock& c,
                                           Precision as) const {
        return {a.data.get(), b.data.get(), c.data.get(), work().n, as};
    }
    /// The library's product in fp32: on the GPU where it has one.
    [[nodiscard]] Tensor expectedOf(const Tensor& a, const Tensor& b) {
        if (m_way.device.api == Api::OpenCl) return ops::mm(a, b);
        const GpuBlock left = uploaded(m_gpu, a), right = uploaded(m_gpu, b),
                       result = m_gpu.allocate(a.nbytes());
        m_gpu.product(operands(left, right, result, Precision::Fp32))();
        return downloaded(m_gpu, result, {work().n, work().n});
    }

    /// Every element against the library's in fp32. Each of the two may err by what rounding
    /// explains.
    void checkAll() {
        const InferenceMode inference;
        m_ownResult->checkRoom(m_own->name);
        applyNumerics({});
        const Tensor a = rounded(inputs().a).to(ScalarType::Float),
                     b = rounded(inputs().b).to(ScalarType::Float);
        const Tensor there = expectedOf(a, b), sizes = expectedOf(ops::abs(a), ops::abs(b));
        const float *expected = there.const_data_ptr<float>(),
                    *size = sizes.const_data_ptr<float>();
        const auto most = static_cast<float>(2 * productErrorBound(work().n, precision()));
        const std::span<const float> found = product();
        checkOwn(
            m_own->name, found, {expected, found.size()},
            [&](std::size_t i) {
                // What is no number differs from everything.
                return !(std::abs(found[i] - expected[i]) <= size[i] * most);
            },
            work().n);
    }

    const ProductWay m_way;
    const std::optional<Reason> m_note;
    const std::optional<OwnKernel> m_own;
    std::shared_ptr<const std::string> m_code;  ///< of m_own
    std::optional<OwnResult> m_ownResult;
    PlainGpu& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
    std::optional<KernelLaunch> m_launch;  ///< of its own kernels, on the blocks below
    std::function<void()> m_multiply;      ///< the library's product of these
    unsigned m_threads = 0;                ///< of a block, each way
    GpuBlock m_a, m_b, m_c;
    ScalarType m_type = ScalarType::Float;  ///< of m_c
    std::vector<float> m_found;
    Tensor m_product;
};

}  // namespace

std::unique_ptr<Work> gpuProduct(const ProductCase& work, const ProductWay& way,
                                 std::optional<Reason> note, ProductInputStore& store,
                                 PlainGpu& gpu, std::optional<OwnKernel> own) {
    return std::make_unique<GpuProduct>(work, way, std::move(note), store, gpu, std::move(own));
}

std::int64_t gpuProductBytes(const ProductWay& way, std::int64_t n) {
    const std::int64_t values = n * n;
    const bool library = way.kernel == ProductKernel::Library;
    const std::int64_t each = isHalf(way.precision) ? 2 * 2 + (library ? 2 : 4) : 3 * 4;
    // The result of a student's kernel is checked there: factors and product in fp32.
    return values * (way.kernel == ProductKernel::Own ? each + 3 * 4 : each);
}

}  // namespace duelo
