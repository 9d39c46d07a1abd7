// SPDX-License-Identifier: Apache-2.0
#include "experiments/matrix_product/work_torch.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include "experiments/matrix_product/work.h"
#include "models/numerics.h"

namespace duelo {

namespace {

class TorchProduct final : public ProductWork {
public:
    TorchProduct(const ProductCase& work, Precision precision, int threads,
                 ProductInputStore& store)
        : ProductWork(work, precision, store), m_threads(threads) {}

    Result<Prepared> prepare() override {
        const auto support = precisionSupport(Device::Cpu, precision());
        if (!support) return tl::unexpected(support.error());
        auto prepared = ProductWork::prepare();
        if (prepared && support->slow) prepared->notes.push_back(*support->slow);
        return prepared;
    }

protected:
    void makeRoom() override {
        const c10::InferenceMode inference;
        const auto type = precision() == Precision::Bf16 ? at::kBFloat16 : at::kFloat;
        const auto matrix = [&](const AlignedFloats& values) {
            return at::from_blob(values.data(), {work().n, work().n}, at::kFloat).to(type);
        };
        m_a = matrix(inputs().a);
        m_b = matrix(inputs().b);
        m_c = at::empty({work().n, work().n}, type);
    }

    void multiply() override {
        const c10::InferenceMode inference;
        if (at::get_num_threads() != m_threads) at::set_num_threads(m_threads);
        at::mm_out(m_c, m_a, m_b);
    }

    std::span<const float> product() override {
        m_product = m_c.to(at::kFloat);
        return {m_product.const_data_ptr<float>(), static_cast<std::size_t>(m_product.numel())};
    }

private:
    const int m_threads;
    at::Tensor m_a, m_b, m_c, m_product;
};

}  // namespace

std::unique_ptr<Work> torchProduct(const ProductCase& work, Precision precision, int threads,
                                   ProductInputStore& store) {
    return std::make_unique<TorchProduct>(work, precision, threads, store);
}

}  // namespace duelo
