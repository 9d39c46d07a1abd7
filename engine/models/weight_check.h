// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <vector>

#include "models/stored_tensor.h"
#include "models/weight_file.h"

namespace duelo {

/// The tensors of a file that a model takes, under the model's names.
struct CheckedTensors {
    std::vector<StoredTensor> tensors;
    std::map<ElementType, int> converted;  ///< how many of each type become fp32
};

/// Compares what a file holds with what a model expects; allocates nothing of the tensors' size.
/// Reasons: the weights_* ones that readWeights() lists.
[[nodiscard]] Result<CheckedTensors> checkTensors(std::vector<StoredTensor> found,
                                                  std::span<const TensorSpec> expected,
                                                  const OtherModel& other);

}  // namespace duelo
