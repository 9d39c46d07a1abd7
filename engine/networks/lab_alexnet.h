// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// The AlexNet of the thesis for images of 3 x 32 x 32: five 3x3 convolutions, three 2x2 poolings
/// before their ReLU, two hidden linear layers of 4096 behind dropout (S2-07). Tensors are named as
/// an nn.Sequential `features` and an nn.Sequential `classifier` number them. 23,272,266 parameters
/// with 10 outputs.
[[nodiscard]] Network labAlexnet(int outputs);

}  // namespace duelo
