// SPDX-License-Identifier: Apache-2.0
#include "tensor/optimizer.h"

#include "tensor/written_optimizer.h"

// torch::optim consists of C++ classes, which cannot be used by calling exported functions alone.
namespace duelo {

std::unique_ptr<LibraryOptimizer> makeAdam(const std::vector<Tensor>& parameters,
                                           const std::vector<Tensor>& means,
                                           const std::vector<Tensor>& squares, double rate) {
    return makeWrittenAdam(parameters, means, squares, rate);
}

std::unique_ptr<LibraryOptimizer> makeSgd(const std::vector<Tensor>& parameters,
                                          const std::vector<Tensor>& buffers, double rate,
                                          double momentum) {
    return makeWrittenSgd(parameters, buffers, rate, momentum);
}

}  // namespace duelo
