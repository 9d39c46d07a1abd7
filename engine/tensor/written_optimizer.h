// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "tensor/optimizer.h"

namespace duelo {

/// Make optimisers whose steps are written in operations of this room, for the binding that cannot
/// call torch::optim. The operations and their order are torch::optim's, so parameters and states
/// equal those of torch::optim bit for bit. Arguments are those of makeAdam() and makeSgd().
[[nodiscard]] std::unique_ptr<LibraryOptimizer> makeWrittenAdam(
    const std::vector<Tensor>& parameters, const std::vector<Tensor>& means,
    const std::vector<Tensor>& squares, double rate);
[[nodiscard]] std::unique_ptr<LibraryOptimizer> makeWrittenSgd(
    const std::vector<Tensor>& parameters, const std::vector<Tensor>& buffers, double rate,
    double momentum);

}  // namespace duelo
