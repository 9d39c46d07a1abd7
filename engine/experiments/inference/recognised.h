// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/inference/output.h"
#include "networks/trained_network.h"
#include "tensor/tensor.h"

namespace duelo {

/// The most probable classes of one image's logits, the first five where there are as many. `sheet`
/// names those of a network that Duelo has trained.
[[nodiscard]] std::vector<TopClass> topClasses(const Tensor& logits, const TrainedSheet& sheet);

}  // namespace duelo
