// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/kernel_launch.h"

namespace duelo::test {

/// Runs the texts of resources/kernels, as the host's compiler understands them, one thread after
/// the other. Throws std::exception where kernel and launch disagree over the arguments: their
/// number, their widths, which are numbers and which are pointers.
void runOnHost(const KernelLaunch& launch);

}  // namespace duelo::test
