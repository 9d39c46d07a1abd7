// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tensor/tensor.h"

namespace duelo {

/// An optimiser of torch::optim, with the steps that a user of LibTorch gets. The binding by
/// symbols cannot reach torch::optim; it makes the same steps by the same operations in the same
/// order (written_optimizer.h).
class LibraryOptimizer {
public:
    virtual ~LibraryOptimizer() = default;

    /// Moves each parameter by its gradient. Parameters without one stay as they are.
    virtual void step() = 0;
    /// Forgets the gradients of all parameters.
    virtual void zeroGradients() = 0;
    virtual void setLearningRate(double rate) = 0;
    /// Sets how many steps were made before, after a restore: Adam corrects its averages by them.
    virtual void setSteps(std::int64_t steps) = 0;
};

/// Makes Adam with torch::optim's default betas and eps. `means` and `squares` are its averages:
/// for each parameter a tensor of its shape, zeros before the first step. The optimiser updates
/// them in place.
[[nodiscard]] std::unique_ptr<LibraryOptimizer> makeAdam(const std::vector<Tensor>& parameters,
                                                         const std::vector<Tensor>& means,
                                                         const std::vector<Tensor>& squares,
                                                         double rate);
/// Makes SGD. `buffers` are the momentum of each parameter, zeros before the first step, updated in
/// place; the list is empty without momentum.
[[nodiscard]] std::unique_ptr<LibraryOptimizer> makeSgd(const std::vector<Tensor>& parameters,
                                                        const std::vector<Tensor>& buffers,
                                                        double rate, double momentum);

}  // namespace duelo
