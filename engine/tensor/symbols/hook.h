// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "tensor/tensor.h"

/// Hooks: functions of this program that autograd calls.
namespace duelo::symbols {

using Hook = std::function<void(const Tensor& gradient)>;

/// Makes autograd call `hook` with the tensor's gradient.
void registerHook(const Tensor& tensor, Hook hook);

/// Runs `work`, which calls LibTorch's backward(). Throws what a hook has thrown meanwhile.
void hooksOfThisBackward(const std::function<void()>& work);

}  // namespace duelo::symbols
