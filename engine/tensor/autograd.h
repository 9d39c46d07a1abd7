// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "tensor/tensor.h"

/// Autograd: recording operations, and computing gradients from the record. Each of the three
/// guards changes how the calling thread computes for as long as the guard lives. Guards of one
/// thread must end in reverse order.
namespace duelo {

/// Records nothing and counts no versions of tensors, which is the fastest way to compute. A tensor
/// that was made under this guard takes no part in autograd later. `false` suspends the mode of an
/// outer guard.
class InferenceMode {
public:
    explicit InferenceMode(bool enabled = true);
    ~InferenceMode();
    InferenceMode(const InferenceMode&) = delete;
    InferenceMode& operator=(const InferenceMode&) = delete;

private:
    alignas(std::max_align_t) std::byte m_state[96];
};

/// Sets whether operations on tensors that require gradients are recorded.
class GradMode {
public:
    explicit GradMode(bool enabled);
    ~GradMode();
    GradMode(const GradMode&) = delete;
    GradMode& operator=(const GradMode&) = delete;

private:
    bool m_before;
};

/// Lets operations skip autograd's kernels altogether. Their results are ordinary tensors, unlike
/// those of InferenceMode; nobody may ask for gradients through what was computed under this guard.
class WithoutAutograd {
public:
    WithoutAutograd();
    ~WithoutAutograd();
    WithoutAutograd(const WithoutAutograd&) = delete;
    WithoutAutograd& operator=(const WithoutAutograd&) = delete;

private:
    alignas(std::max_align_t) std::byte m_state[32];
};

/// Makes autograd record operations on the tensor from now on. Throws for elements that are no
/// floating-point numbers.
void requireGradient(const Tensor& tensor);
[[nodiscard]] bool requiresGradient(const Tensor& tensor);

/// Returns the sum of the gradients that backward() has found for a tensor, in the tensor's shape;
/// undefined before the first.
[[nodiscard]] Tensor gradientOf(const Tensor& tensor);
/// Replaces that gradient; an undefined one forgets it.
void setGradient(const Tensor& tensor, const Tensor& gradient);

/// Calls `found` with the gradient of the tensor as soon as backward() knows it, on the thread of
/// backward(). An exception of `found` leaves backward().
void onGradient(const Tensor& tensor, std::function<void(const Tensor& gradient)> found);

/// Adds the gradients of `loss`, which has one element, to those of all tensors that require one.
/// Throws where `loss` depends on no such tensor, or when called twice for the same record.
void backward(const Tensor& loss);

}  // namespace duelo
