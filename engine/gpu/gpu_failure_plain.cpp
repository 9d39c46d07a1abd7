// SPDX-License-Identifier: Apache-2.0
// Of a build without LibTorch, whose exceptions gpu_failure.cpp knows: no work of it uses a GPU.
#include "gpu/gpu_failure.h"

namespace duelo {

std::optional<Failure> describeGpuFailure(const std::exception_ptr&) {
    return std::nullopt;
}

}  // namespace duelo
