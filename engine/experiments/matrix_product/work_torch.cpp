// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/work_torch.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include "experiments/matrix_product/work.h"
#include "experiments/torch_threads.h"
#include "models/numerics.h"
#include "models/onednn.h"

namespace duelo {

namespace {

at::ScalarType typeOnCpu(Precision precision) {
    if (precision == Precision::Fp16) return at::kHalf;
    return precision == Precision::Bf16 ? at::kBFloat16 : at::kFloat;
}

class TorchProduct : public ProductWork {
public:
    TorchProduct(const ProductCase& work, const ProductWay& way, ProductInputStore& store)
        : ProductWork(work, way.precision, store), m_threads(way.threads) {}

    Result<Prepared> prepare() override {
        auto prepared = ProductWork::prepare();
        if (prepared && isSlowOnCpu(precision()))
            prepared->notes.push_back({"precision_emulated", {{"precision", word(precision())}}});
        return prepared;
    }

protected:
    void makeRoom() override {
        const c10::InferenceMode inference;
        const at::ScalarType type = typeOnCpu(precision());
        const auto matrix = [&](const AlignedFloats& values) {
            return at::from_blob(values.data(), {work().n, work().n}, at::kFloat).to(type);
        };
        m_a = matrix(inputs().a);
        m_b = matrix(inputs().b);
        m_c = at::empty({work().n, work().n}, type);
    }

    void multiply() override {
        const c10::InferenceMode inference;
        useThreads();
        compute();
    }
    EachThread eachThread() override {
        useThreads();
        return torchThreads(static_cast<std::size_t>(m_threads));
    }
    virtual void compute() { at::mm_out(m_c, m_a, m_b); }

    std::span<const float> product() override {
        m_product = m_c.to(at::kFloat);
        return {m_product.const_data_ptr<float>(), static_cast<std::size_t>(m_product.numel())};
    }

    at::Tensor m_a, m_b, m_c;

private:
    void useThreads() const {
        // Setting the number, even to itself, empties oneDNN's cache of primitives.
        if (at::get_num_threads() != m_threads) at::set_num_threads(m_threads);
    }

    const int m_threads;
    at::Tensor m_product;
};

class OneDnnProduct final : public TorchProduct {
public:
    using TorchProduct::TorchProduct;

    Result<Prepared> prepare() override {
        m_onednn = OneDnn::get(typeOnCpu(precision()));
        if (m_onednn == nullptr)
            throw WorkRefused{{"product_no_onednn", {{"precision", word(precision())}}, {}}};
        return TorchProduct::prepare();
    }

protected:
    /// A layer's weights have a row for each output.
    void makeRoom() override {
        TorchProduct::makeRoom();
        const c10::InferenceMode inference;
        m_b = m_onednn->pack_linear.call(m_b.t().contiguous(), work().n);
    }
    void compute() override {
        m_c = m_onednn->linear.call(m_a, m_b, {}, "none", OneDnn::Scalars(), OneDnn::Text{});
    }

private:
    const OneDnn* m_onednn = nullptr;
};

}  // namespace

std::unique_ptr<ProductWork> torchProduct(const ProductCase& work, const ProductWay& way,
                                          ProductInputStore& store) {
    if (way.kernel == ProductKernel::OneDnn)
        return std::make_unique<OneDnnProduct>(work, way, store);
    return std::make_unique<TorchProduct>(work, way, store);
}

}  // namespace duelo
