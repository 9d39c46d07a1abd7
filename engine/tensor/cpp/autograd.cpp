// SPDX-License-Identifier: Apache-2.0
#include "tensor/autograd.h"

#include <memory>
#include <new>
#include <utility>

#include <ATen/ATen.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>

#include "tensor/libtorch.h"

namespace duelo {

namespace {

template <typename Guard>
Guard* guardIn(std::byte* bytes) {
    return std::launder(reinterpret_cast<Guard*>(bytes));
}

using Below = at::AutoDispatchBelowADInplaceOrView;

}  // namespace

InferenceMode::InferenceMode(bool enabled) {
    static_assert(sizeof(c10::InferenceMode) <= sizeof m_state);
    new (m_state) c10::InferenceMode(enabled);
}

InferenceMode::~InferenceMode() {
    std::destroy_at(guardIn<c10::InferenceMode>(m_state));
}

GradMode::GradMode(bool enabled) : m_before(c10::GradMode::is_enabled()) {
    c10::GradMode::set_enabled(enabled);
}

GradMode::~GradMode() {
    c10::GradMode::set_enabled(m_before);
}

WithoutAutograd::WithoutAutograd() {
    static_assert(sizeof(Below) <= sizeof m_state);
    new (m_state) Below;
}

WithoutAutograd::~WithoutAutograd() {
    std::destroy_at(guardIn<Below>(m_state));
}

void requireGradient(const Tensor& tensor) {
    translated([&] { libtorch(tensor).set_requires_grad(true); });
}

bool requiresGradient(const Tensor& tensor) {
    return translated([&] { return libtorch(tensor).requires_grad(); });
}

Tensor gradientOf(const Tensor& tensor) {
    return translated([&] { return wrapped(libtorch(tensor).grad()); });
}

void setGradient(const Tensor& tensor, const Tensor& gradient) {
    translated([&] { libtorch(tensor).mutable_grad() = libtorch(gradient); });
}

void onGradient(const Tensor& tensor, std::function<void(const Tensor& gradient)> found) {
    translated([&] {
        libtorch(tensor).register_hook(
            [found = std::move(found)](const at::Tensor& gradient) { found(wrapped(gradient)); });
    });
}

void backward(const Tensor& loss) {
    translated([&] { libtorch(loss).backward(); });
}

}  // namespace duelo
