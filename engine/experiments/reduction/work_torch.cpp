// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/work_torch.h"

#include <algorithm>
#include <cstdint>

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
        m_x = task().operation == NumberOperation::Histogram
                  // Nothing writes to it.
                  ? ops::from_blob(const_cast<std::uint8_t*>(numbers().bytes.data()),
                                   {task().numbers}, ScalarType::Byte)
                  : ops::from_blob(numbers().x.data(), {task().numbers}, ScalarType::Float);
        return prepared;
    }

protected:
    void compute(SumResult& result) override {
        const InferenceMode inference;
        useTorchThreads(task().threads);
        switch (task().operation) {
            case NumberOperation::Sum:
                result.sum = ops::sum(m_x).item<float>();
                return;
            case NumberOperation::Scan: {
                Tensor out = ops::from_blob(result.prefixes.data(), {task().numbers});
                ops::cumsum_out(out, m_x, 0);
                result.sum = result.prefixes.values().back();
                return;
            }
            case NumberOperation::Histogram: {
                const Tensor counts = ops::bincount(m_x, kBins);
                std::copy_n(counts.const_data_ptr<std::int64_t>(), kBins, result.counts.begin());
                return;
            }
        }
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
