// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/stored_tensor.h"
#include "models/weight_file.h"

namespace duelo {

/// The tensors of a file that a model takes, under the model's names.
struct CheckedTensors {
    std::vector<StoredTensor> tensors;
    std::map<ElementType, int> converted;  ///< how many of each type become fp32
    /// Where they stand in the file: dictionary and beginning of their names, "model_ema.module";
    /// empty: the file is nothing else.
    std::string taken_from{};
    bool elsewhere = false;  ///< they have the names of WantedTensors::elsewhere
};

/// Finds the tensors of a model in what a file holds, whatever dictionary they stand in and
/// whatever their names begin with: those whose names and shapes fit. Allocates nothing of the
/// tensors' size. Reasons: the weights_* ones that readWeights() lists.
[[nodiscard]] Result<CheckedTensors> checkTensors(const TensorTable& table,
                                                  const WantedTensors& wanted,
                                                  const OtherModel& other);

/// Returns the number of classes that the network of a file distinguishes, where all but the number
/// of its last layer's outputs fits; nothing where it does not. Reasons: "weights_several",
/// "weights_key_unknown".
[[nodiscard]] Result<std::optional<std::int64_t>> classesIn(const TensorTable& table,
                                                            const WantedTensors& wanted);

/// Returns the remarks on a file's weights: WeightFile::notes.
[[nodiscard]] std::vector<Reason> notesOf(const CheckedTensors& checked,
                                          const WantedTensors& wanted, const std::string& path);

}  // namespace duelo
