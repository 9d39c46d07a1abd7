// SPDX-License-Identifier: Apache-2.0
// From here to simt/text_end.h the words of CUDA are the emulator's, and an `if` tells what it
// decides. Kernels are included in between, each into a namespace of its own, because the texts use
// the same names. Nothing else is: `if` is no keyword there.
#pragma once

#include "simt/kernel_types.h"

#define __global__
#define __device__
#define __launch_bounds__(...)
#define __shared__ alignas(128) static thread_local
#define __syncthreads() duelo::simt::LaunchWatch::current().barrier(std::source_location::current())
// clang-format off
#define if(...)                                                                          \
    if (duelo::simt::LaunchWatch::current().branch(static_cast<bool>(__VA_ARGS__),      \
                                                   std::source_location::current()))
// clang-format on
