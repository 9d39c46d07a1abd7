// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/stored_tensor.h"
#include "models/weight_file.h"

namespace duelo {

/// Batch norm's counter of training steps: inference never looks at it, and files from before
/// PyTorch 0.4.1 have none.
[[nodiscard]] bool isCounter(std::string_view name);

/// One place in a file where a model's tensors are, or some of them.
struct WeightPlace {
    std::span<const StoredTensor> tensors;  ///< of the dictionary
    std::string prefix{};                   ///< of their names: "module."
    bool elsewhere = false;                 ///< with the names of WantedTensors::elsewhere
    std::size_t found = 0;                  ///< how many have name and shape
    bool fits = false;  ///< all have, and no other tensor has a name of that beginning

    [[nodiscard]] std::string_view dictionary() const { return tensors.front().place; }
    /// Dictionary and prefix, without the last dot.
    [[nodiscard]] std::string path() const;
    /// Tells whether somebody who writes `key` means it.
    [[nodiscard]] bool isCalled(std::string_view key) const;
};

/// Tells whether the tensor is the expected one, of the specs numbered `i`.
[[nodiscard]] bool isOfShape(const WantedTensors& wanted, const WeightPlace& place, std::size_t i,
                             const StoredTensor& stored);

/// The names that are expected in that place, without its prefix.
[[nodiscard]] const std::vector<TensorSpec>& namesIn(const WantedTensors& wanted,
                                                     const WeightPlace& place);

/// Where the tensors fit, if anywhere, of those places that are called WantedTensors::key; else the
/// one place where most of them are, which may have none. Empty: no place is called so.
[[nodiscard]] std::vector<WeightPlace> placesOf(const TensorTable& table,
                                                const WantedTensors& wanted);

}  // namespace duelo
