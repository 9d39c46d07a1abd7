// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// He et al., "Deep Residual Learning for Image Recognition" (2015), as torchvision builds them:
/// ResNet50 has its stride in the 3x3 convolution of a bottleneck ("v1.5").
[[nodiscard]] Network resnet18(int outputs);
[[nodiscard]] Network resnet34(int outputs);
[[nodiscard]] Network resnet50(int outputs);

}  // namespace duelo
