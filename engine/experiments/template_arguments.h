// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "experiments/host_launch.h"

namespace duelo {

/// Returns the arguments of a template that its launch leaves to the compiler, "<float, int>", from
/// the types that the program declares for what it passes. Empty where one of them is told by no
/// parameter, or where what is passed is declared nowhere or in two ways.
[[nodiscard]] std::string deducedArguments(const CudaFile& file, const CudaFunction& kernel,
                                           const HostLaunch& launch);

}  // namespace duelo
