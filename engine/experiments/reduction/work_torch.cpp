// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/work_torch.h"

#include "experiments/torch_threads.h"
#include "gpu/failure.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

class TorchSum final : public SumWork {
public:
    using SumWork::SumWork;

    Result<Prepared> prepare() override {
        useTorchThreads(task().threads);
        auto prepared = SumWork::prepare();
        const InferenceMode inference;
        m_x = ops::from_blob(numbers().data(), {task().numbers}, ScalarType::Float);
        return prepared;
    }

protected:
    float sum() override {
        const InferenceMode inference;
        useTorchThreads(task().threads);
        return ops::sum(m_x).item<float>();
    }
    EachThread eachThread() override {
        useTorchThreads(task().threads);
        return torchThreads(static_cast<std::size_t>(task().threads));
    }

private:
    Tensor m_x;
};

}  // namespace

std::unique_ptr<SumWork> TorchReductionMaker::library(const SumTask& task) {
    return std::make_unique<TorchSum>(task, store());
}

Failure TorchReductionMaker::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

}  // namespace duelo
