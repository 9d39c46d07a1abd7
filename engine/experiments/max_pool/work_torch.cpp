// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/work_torch.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include "experiments/max_pool/work.h"

namespace duelo {

namespace {

class TorchPool final : public PoolWork {
public:
    TorchPool(const PoolCase& work, int threads) : PoolWork(work), m_threads(threads) {}

protected:
    void makeRoom() override {
        m_picture = at::from_blob(input().data(), {1, 1, work().size, work().size}, at::kFloat);
    }

    void pool() override {
        const c10::InferenceMode inference;
        if (at::get_num_threads() != m_threads) at::set_num_threads(m_threads);
        m_map = at::max_pool2d(m_picture, {work().window, work().window},
                               {work().stride, work().stride}, {work().padding, work().padding});
    }

    std::span<const float> map() override {
        return {m_map.const_data_ptr<float>(), static_cast<std::size_t>(m_map.numel())};
    }

private:
    const int m_threads;
    at::Tensor m_picture, m_map;
};

}  // namespace

std::unique_ptr<Work> torchPool(const PoolCase& work, int threads) {
    return std::make_unique<TorchPool>(work, threads);
}

}  // namespace duelo
