// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// One hidden layer with ReLU between the 784 values of a 28 x 28 digit and the outputs (S4-01).
/// 203,530 parameters with 256 hidden units and 10 outputs.
[[nodiscard]] Network mlp(int hidden, int outputs);

}  // namespace duelo
