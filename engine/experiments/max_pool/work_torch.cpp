// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/work_torch.h"

#include "experiments/gpu_calls.h"
#include "experiments/max_pool/work.h"
#include "experiments/torch_threads.h"
#include "gpu/gpu_device_state.h"
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

/// A map is made in each call, as a first program with LibTorch does it.
class TorchPoolOnGpu final : public PoolWork {
public:
    TorchPoolOnGpu(const PoolCase& work, GpuApi& gpu)
        : PoolWork(work), m_gpu(gpu), m_calls(gpu), m_watch(gpu) {}

    Result<Prepared> prepare() override {
        auto prepared = PoolWork::prepare();
        if (!prepared) return prepared;
        prepared->quantities.insert(prepared->quantities.end(),
                                    {{"launches", 1}, {"copies", 0}, {"copied_bytes", 0}});
        return prepared;
    }
    Timing step(int calls) override {
        const InferenceMode inference;
        return m_calls.time(calls, "compute", [this] { pool(); });
    }
    void beginBlock() override { m_watch.beginBlock(); }
    std::optional<DeviceState> deviceState() override { return m_watch.state(); }

protected:
    /// The picture rests on the GPU.
    void makeRoom() override {
        const InferenceMode inference;
        m_picture = ops::from_blob(const_cast<float*>(input().data()),
                                   {1, 1, work().size, work().size}, ScalarType::Float)
                        .to(m_gpu.device());
        m_gpu.synchronize();
    }
    void pool() override {
        m_map = ops::max_pool2d(m_picture, {work().window, work().window},
                                {work().stride, work().stride}, {work().padding, work().padding});
    }
    std::span<const float> map() override {
        const InferenceMode inference;
        m_found = m_map.cpu().contiguous();
        return {m_found.const_data_ptr<float>(), static_cast<std::size_t>(m_found.numel())};
    }

private:
    GpuApi& m_gpu;
    GpuCalls m_calls;
    GpuWatch m_watch;
    Tensor m_picture, m_map, m_found;
};

}  // namespace

std::unique_ptr<Work> torchPoolOnGpu(const PoolCase& work, GpuApi& gpu) {
    return std::make_unique<TorchPoolOnGpu>(work, gpu);
}

std::unique_ptr<PoolWork> torchPool(const PoolCase& work, PoolKernel kernel, int threads) {
    if (kernel == PoolKernel::OneDnn) return std::make_unique<OneDnnPool>(work, threads);
    return std::make_unique<TorchPool>(work, threads);
}

}  // namespace duelo
