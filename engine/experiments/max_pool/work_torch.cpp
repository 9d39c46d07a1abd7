// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/work_torch.h"

#include "experiments/max_pool/work.h"
#include "experiments/torch_threads.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

class TorchPool : public PoolWork {
public:
    TorchPool(const PoolCase& work, int threads) : PoolWork(work), m_threads(threads) {}

    Result<Prepared> prepare() override {
        useTorchThreads(m_threads);
        return PoolWork::prepare();
    }

protected:
    void makeRoom() override {
        m_picture =
            ops::from_blob(input().data(), {1, 1, work().size, work().size}, ScalarType::Float);
    }

    void pool() override {
        const InferenceMode inference;
        useTorchThreads(m_threads);
        compute();
    }
    EachThread eachThread() override {
        useTorchThreads(m_threads);
        return torchThreads(static_cast<std::size_t>(m_threads));
    }
    virtual void compute() {
        m_map = ops::max_pool2d(m_picture, {work().window, work().window},
                                {work().stride, work().stride}, {work().padding, work().padding});
    }

    std::span<const float> map() override {
        return {m_map.const_data_ptr<float>(), static_cast<std::size_t>(m_map.numel())};
    }

    Tensor m_picture, m_map;

private:
    const int m_threads;
};

/// Picture and map are oneDNN's own tensors, of which the map is looked at as a plain one.
class OneDnnPool final : public TorchPool {
public:
    using TorchPool::TorchPool;

protected:
    void makeRoom() override {
        TorchPool::makeRoom();
        m_picture = ops::to_mkldnn(m_picture);
    }
    void compute() override {
        m_map = ops::mkldnn_max_pool2d(m_picture, {work().window, work().window},
                                       {work().stride, work().stride},
                                       {work().padding, work().padding});
    }
    std::span<const float> map() override {
        m_plain = ops::to_dense(m_map).contiguous();
        return {m_plain.const_data_ptr<float>(), static_cast<std::size_t>(m_plain.numel())};
    }

private:
    Tensor m_plain;
};

}  // namespace

std::unique_ptr<PoolWork> torchPool(const PoolCase& work, PoolKernel kernel, int threads) {
    if (kernel == PoolKernel::OneDnn) return std::make_unique<OneDnnPool>(work, threads);
    return std::make_unique<TorchPool>(work, threads);
}

}  // namespace duelo
