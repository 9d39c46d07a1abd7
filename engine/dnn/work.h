// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "dnn/dnn.h"

namespace duelo {

/// `steps` of executionPlan(network, Merging::Complete), and the shapes of inferShapes().
[[nodiscard]] DnnWork dnnWork(const Network& network, std::span<const Step> steps,
                              std::span<const Shape> shapes, Precision precision);

}  // namespace duelo
