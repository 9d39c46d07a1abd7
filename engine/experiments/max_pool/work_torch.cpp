// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/work_torch.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include "experiments/max_pool/work.h"
#include "experiments/torch_threads.h"

namespace duelo {

namespace {

class TorchPool : public PoolWork {
public:
    TorchPool(const PoolCase& work, int threads) : PoolWork(work), m_threads(threads) {}

protected:
    void makeRoom() override {
        m_picture = at::from_blob(input().data(), {1, 1, work().size, work().size}, at::kFloat);
    }

    void pool() override {
        const c10::InferenceMode inference;
        useThreads();
        compute();
    }
    EachThread eachThread() override {
        useThreads();
        return torchThreads(static_cast<std::size_t>(m_threads));
    }
    virtual void compute() {
        m_map = at::max_pool2d(m_picture, {work().window, work().window},
                               {work().stride, work().stride}, {work().padding, work().padding});
    }

    std::span<const float> map() override {
        return {m_map.const_data_ptr<float>(), static_cast<std::size_t>(m_map.numel())};
    }

    at::Tensor m_picture, m_map;

private:
    void useThreads() const {
        // Setting the number, even to itself, empties oneDNN's cache of primitives.
        if (at::get_num_threads() != m_threads) at::set_num_threads(m_threads);
    }

    const int m_threads;
};

/// Picture and map are oneDNN's own tensors, of which the map is looked at as a plain one.
class OneDnnPool final : public TorchPool {
public:
    using TorchPool::TorchPool;

protected:
    void makeRoom() override {
        TorchPool::makeRoom();
        m_picture = m_picture.to_mkldnn();
    }
    void compute() override {
        m_map =
            at::mkldnn_max_pool2d(m_picture, {work().window, work().window},
                                  {work().stride, work().stride}, {work().padding, work().padding});
    }
    std::span<const float> map() override {
        m_plain = m_map.to_dense().contiguous();
        return {m_plain.const_data_ptr<float>(), static_cast<std::size_t>(m_plain.numel())};
    }

private:
    at::Tensor m_plain;
};

}  // namespace

std::unique_ptr<PoolWork> torchPool(const PoolCase& work, PoolKernel kernel, int threads) {
    if (kernel == PoolKernel::OneDnn) return std::make_unique<OneDnnPool>(work, threads);
    return std::make_unique<TorchPool>(work, threads);
}

}  // namespace duelo
