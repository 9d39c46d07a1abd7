// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/work_torch.h"

#include "experiments/matrix_product/work.h"
#include "experiments/torch_threads.h"
#include "models/numerics.h"
#include "models/onednn.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

ScalarType typeOnCpu(Precision precision) {
    if (precision == Precision::Fp16) return ScalarType::Half;
    return precision == Precision::Bf16 ? ScalarType::BFloat16 : ScalarType::Float;
}

class TorchProduct : public ProductWork {
public:
    TorchProduct(const ProductCase& work, const ProductWay& way, ProductInputStore& store)
        : ProductWork(work, way.precision, store), m_threads(way.threads) {}

    Result<Prepared> prepare() override {
        useTorchThreads(m_threads);
        auto prepared = ProductWork::prepare();
        if (prepared && isSlowOnCpu(precision()))
            prepared->notes.push_back({"precision_emulated", {{"precision", word(precision())}}});
        return prepared;
    }

protected:
    void makeRoom() override {
        const InferenceMode inference;
        const ScalarType type = typeOnCpu(precision());
        const auto matrix = [&](const AlignedFloats& values) {
            return ops::from_blob(values.data(), {work().n, work().n}, ScalarType::Float).to(type);
        };
        m_a = matrix(inputs().a);
        m_b = matrix(inputs().b);
        m_c = ops::empty({work().n, work().n}, type);
    }

    void multiply() override {
        const InferenceMode inference;
        useTorchThreads(m_threads);
        compute();
    }
    EachThread eachThread() override {
        useTorchThreads(m_threads);
        return torchThreads(static_cast<std::size_t>(m_threads));
    }
    virtual void compute() { ops::mm_out(m_c, m_a, m_b); }

    std::span<const float> product() override {
        m_product = m_c.to(ScalarType::Float);
        return {m_product.const_data_ptr<float>(), static_cast<std::size_t>(m_product.numel())};
    }

    Tensor m_a, m_b, m_c;

private:
    const int m_threads;
    Tensor m_product;
};

class OneDnnProduct final : public TorchProduct {
public:
    using TorchProduct::TorchProduct;

    Result<Prepared> prepare() override {
        if (!oneDnnTakes(typeOnCpu(precision())))
            throw WorkRefused{{"product_no_onednn", {{"precision", word(precision())}}, {}}};
        return TorchProduct::prepare();
    }

protected:
    /// A layer's weights have a row for each output.
    void makeRoom() override {
        TorchProduct::makeRoom();
        const InferenceMode inference;
        m_b = onednn::packedLinear(m_b.t().contiguous(), work().n);
    }
    void compute() override { m_c = onednn::linear(m_a, m_b, {}, {}); }
};

}  // namespace

std::unique_ptr<ProductWork> torchProduct(const ProductCase& work, const ProductWay& way,
                                          ProductInputStore& store) {
    if (way.kernel == ProductKernel::OneDnn)
        return std::make_unique<OneDnnProduct>(work, way, store);
    return std::make_unique<TorchProduct>(work, way, store);
}

}  // namespace duelo
