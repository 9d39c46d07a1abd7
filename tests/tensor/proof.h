// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <string_view>

#include "tensor/operators.h"

/// The parts of tensor_proof.cpp and what they share. Each part prints lines that must be the same
/// with both bindings.
namespace duelo::proof {

/// Returns a tensor whose element i is sin(0.37 i), so that no two are alike.
[[nodiscard]] Tensor ramp(IntArrayRef sizes);

/// Sets how many digits say() prints. With 9 each float differs from the next. With 5 kernels that
/// another compiler has built print the same.
void setDigits(int digits);

/// Prints a tensor's type, sizes and two weighted sums of its elements.
void say(std::string_view name, const Tensor& tensor);
void say(std::string_view name, std::initializer_list<double> numbers);

/// Prints kind and first sentence of the error that `work` must throw.
void sayError(std::string_view name, const std::function<void()>& work);

void proveOperations();
void proveWritingOperations();
void proveImages();
void proveTensors();
void proveErrors();
void proveAutograd();
void proveGuards();
void proveThreads();
void proveOptimizers();
void proveOneDnn();
void proveLibrary();

}  // namespace duelo::proof
