// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "gpu/gpu_loader.h"
#include "measure/maker.h"

namespace duelo {

/// Says what an exception of LibTorch, CUDA or the standard library means for a cell. This is the
/// only place that knows these exceptions (Maker::describe).
[[nodiscard]] Failure describeFailure(const std::exception_ptr& error, Gpu& gpu);

}  // namespace duelo
