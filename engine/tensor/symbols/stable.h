// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tensor/tensor.h"

/// The one operation whose kernel is not exported; only the dispatcher reaches it, by a string.
namespace duelo::symbols {

/// Calls mkldnn::_reorder_linear_weight and returns the packed weights. An error has Kind::Other,
/// whatever its class; LibTorch writes its text to standard error.
[[nodiscard]] Tensor packedLinearWeight(const Tensor& weight, std::int64_t rows);

}  // namespace duelo::symbols
