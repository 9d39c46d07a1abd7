// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace duelo {

/// One tensor that a model expects in its weights: the name torchvision gives it and its shape.
/// An empty shape is a scalar.
struct TensorSpec {
    std::string name;
    std::vector<std::int64_t> shape;

    bool operator==(const TensorSpec&) const = default;
};

}  // namespace duelo
