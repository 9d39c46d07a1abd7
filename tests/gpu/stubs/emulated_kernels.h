// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/gpu_values.h"

namespace duelo::test {

/// A launch as the emulator of engine/simt runs it: its grid, its block and its arguments, in their
/// order. Throws std::logic_error for a kernel that it does not know, arguments of other types than
/// the kernel has, and whatever the emulator finds wrong with the launch.
void runEmulated(const KernelLaunch& launch);

}  // namespace duelo::test
