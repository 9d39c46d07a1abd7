// SPDX-License-Identifier: Apache-2.0
#include "tensor/optimizer.h"

#include <cstddef>
#include <utility>

#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

#include "tensor/libtorch.h"

namespace duelo {
namespace {

std::vector<at::Tensor> torchOf(const std::vector<Tensor>& tensors) {
    std::vector<at::Tensor> same;
    for (const Tensor& tensor : tensors) same.push_back(libtorch(tensor));
    return same;
}

class TorchOptimizer final : public LibraryOptimizer {
public:
    TorchOptimizer(std::unique_ptr<torch::optim::Optimizer> optimizer, bool adam)
        : m_optimizer(std::move(optimizer)), m_adam(adam) {}

    void step() override {
        translated([&] { m_optimizer->step(); });
    }
    void zeroGradients() override {
        translated([&] { m_optimizer->zero_grad(); });
    }
    void setLearningRate(double rate) override {
        translated([&] {
            for (auto& group : m_optimizer->param_groups()) group.options().set_lr(rate);
        });
    }
    void setSteps(std::int64_t steps) override {
        if (!m_adam) return;
        for (const auto& [parameter, state] : m_optimizer->state())
            static_cast<torch::optim::AdamParamState&>(*state).step(steps);
    }

private:
    const std::unique_ptr<torch::optim::Optimizer> m_optimizer;
    const bool m_adam;
};

std::unique_ptr<LibraryOptimizer> adamOf(const std::vector<Tensor>& parameters,
                                         const std::vector<Tensor>& means,
                                         const std::vector<Tensor>& squares, double rate) {
    auto adam =
        std::make_unique<torch::optim::Adam>(torchOf(parameters), torch::optim::AdamOptions(rate));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        auto state = std::make_unique<torch::optim::AdamParamState>();
        state->exp_avg(libtorch(means[i]));
        state->exp_avg_sq(libtorch(squares[i]));
        adam->state()[libtorch(parameters[i]).unsafeGetTensorImpl()] = std::move(state);
    }
    return std::make_unique<TorchOptimizer>(std::move(adam), true);
}

std::unique_ptr<LibraryOptimizer> sgdOf(const std::vector<Tensor>& parameters,
                                        const std::vector<Tensor>& buffers, double rate,
                                        double momentum) {
    auto sgd = std::make_unique<torch::optim::SGD>(
        torchOf(parameters), torch::optim::SGDOptions(rate).momentum(momentum));
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        auto state = std::make_unique<torch::optim::SGDParamState>();
        state->momentum_buffer(libtorch(buffers[i]));
        sgd->state()[libtorch(parameters[i]).unsafeGetTensorImpl()] = std::move(state);
    }
    return std::make_unique<TorchOptimizer>(std::move(sgd), false);
}

}  // namespace

std::unique_ptr<LibraryOptimizer> makeAdam(const std::vector<Tensor>& parameters,
                                           const std::vector<Tensor>& means,
                                           const std::vector<Tensor>& squares, double rate) {
    return translated([&] { return adamOf(parameters, means, squares, rate); });
}

std::unique_ptr<LibraryOptimizer> makeSgd(const std::vector<Tensor>& parameters,
                                          const std::vector<Tensor>& buffers, double rate,
                                          double momentum) {
    return translated([&] { return sgdOf(parameters, buffers, rate, momentum); });
}

}  // namespace duelo
