// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// Simonyan and Zisserman, "Very Deep Convolutional Networks for Large-Scale Image Recognition"
/// (2014), configuration D as torchvision builds it: thirteen 3x3 convolutions with biases, five
/// poolings, and AlexNet's three linear layers. Without batch norm.
[[nodiscard]] Network vgg16(int outputs);

}  // namespace duelo
