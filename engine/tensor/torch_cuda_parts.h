// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "tensor/torch_cuda.h"

/// The functions of the binding that torch_cuda.cpp needs.
namespace duelo::binding {

/// Has LibTorch come from this folder, where the binding opens it, and looks whether all functions
/// below can be called. Returns why not; empty: they can.
[[nodiscard]] std::string whyNotWith(const std::filesystem::path& folder);

/// Wraps memory of any device as a contiguous tensor.
[[nodiscard]] Tensor tensorOn(TensorDevice device, void* data, IntArrayRef sizes, ScalarType type);
[[nodiscard]] Tensor emptyPinned(const Tensor& like);
[[nodiscard]] TorchCudaMemory allocatorMemory(int device);
void emptyAllocatorCache();
void resetAllocatorPeak(int device);

}  // namespace duelo::binding
