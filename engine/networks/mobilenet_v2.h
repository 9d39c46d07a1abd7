// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// Sandler et al., "MobileNetV2: Inverted Residuals and Linear Bottlenecks" (2018), width 1.0, as
/// torchvision builds it.
[[nodiscard]] Network mobilenetV2(int outputs);

}  // namespace duelo
