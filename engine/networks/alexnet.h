// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// Krizhevsky, "One weird trick for parallelizing convolutional neural networks" (2014), as
/// torchvision builds it: one column, no local response normalisation.
[[nodiscard]] Network alexnet(int outputs);

}  // namespace duelo
