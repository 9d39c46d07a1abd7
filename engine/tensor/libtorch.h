// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <utility>

#include <ATen/core/Tensor.h>
#include <c10/util/Exception.h>

#include "tensor/tensor.h"

/// Conversions between the values of this room and LibTorch's own. They are for the sources that
/// use LibTorch itself: the binding in C++, engine/cuda, ranks_gloo.cpp and the tests that compare
/// with LibTorch. tests/lint/lint.py has the list and refuses this header everywhere else.
namespace duelo {

static_assert(sizeof(Tensor) == sizeof(at::Tensor) && alignof(Tensor) == alignof(at::Tensor));

[[nodiscard]] inline at::Tensor& libtorch(Tensor& tensor) {
    return *std::launder(reinterpret_cast<at::Tensor*>(&tensor));
}
[[nodiscard]] inline const at::Tensor& libtorch(const Tensor& tensor) {
    return *std::launder(reinterpret_cast<const at::Tensor*>(&tensor));
}
[[nodiscard]] inline c10::Device libtorch(TensorDevice device) {
    return {static_cast<c10::DeviceType>(device.kind), device.index};
}
[[nodiscard]] constexpr at::ScalarType libtorch(ScalarType type) {
    return static_cast<at::ScalarType>(type);
}
[[nodiscard]] inline TensorDevice tensorDeviceOf(const c10::Device& device) {
    return {static_cast<TensorDevice::Kind>(device.type()), device.index()};
}
[[nodiscard]] inline Tensor wrapped(at::Tensor tensor) {
    Tensor own;
    libtorch(own) = std::move(tensor);
    return own;
}

/// Throws the exception that is being handled again, one of LibTorch's as a TensorError.
[[noreturn]] inline void throwTranslated() {
    using Kind = TensorError::Kind;
    try {
        throw;
    } catch (const c10::OutOfMemoryError& error) {
        throw TensorError(Kind::OutOfMemory, error.what_without_backtrace());
    } catch (const c10::AcceleratorError& error) {
        throw TensorError(Kind::Accelerator, error.what_without_backtrace(),
                          error.get_error_code());
    } catch (const c10::IndexError& error) {
        throw TensorError(Kind::Index, error.what_without_backtrace());
    } catch (const c10::DistBackendError& error) {
        throw TensorError(Kind::Distributed, error.what_without_backtrace());
    } catch (const c10::Error& error) {
        throw TensorError(Kind::Other, error.what_without_backtrace());
    }
}

/// Returns what `work` returns. Throws LibTorch's errors as TensorErrors, and others as they are.
template <typename Work>
decltype(auto) translated(Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (...) {
        throwTranslated();
    }
}

}  // namespace duelo
