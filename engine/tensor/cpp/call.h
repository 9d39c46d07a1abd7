// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include <ATen/Operators.h>

#include "tensor/libtorch.h"
#include "tensor/operands.h"

/// Calls LibTorch's operations by its own headers, for the sources of the operations.
namespace duelo::binding {

using namespace operands;

// torchOf() turns each kind of argument into the value that LibTorch takes.
[[nodiscard]] inline const at::Tensor& torchOf(const Tensor& tensor) {
    return libtorch(tensor);
}
[[nodiscard]] inline std::optional<at::Tensor> torchOf(const MaybeTensor& maybe) {
    if (!maybe.tensor.defined()) return std::nullopt;
    return libtorch(maybe.tensor);
}
[[nodiscard]] inline at::TensorList torchOf(ops::TensorList list) {
    static_assert(std::is_standard_layout_v<Tensor>);
    return {reinterpret_cast<const at::Tensor*>(list.data()), list.size()};
}
[[nodiscard]] inline at::Scalar torchOf(const Scalar& scalar) {
    if (scalar.isBool()) return at::Scalar(scalar.asWhole() != 0);
    return scalar.isWhole() ? at::Scalar(scalar.asWhole()) : at::Scalar(scalar.asDouble());
}
[[nodiscard]] inline std::optional<at::Scalar> torchOf(const MaybeScalar& maybe) {
    return torchOf(maybe.value);
}
[[nodiscard]] inline at::IntArrayRef torchOf(IntArrayRef values) {
    return {values.data(), values.size()};
}
[[nodiscard]] inline at::OptionalIntArrayRef torchOf(const MaybeInts& maybe) {
    return torchOf(maybe.values);
}
[[nodiscard]] inline c10::SymIntArrayRef torchOf(const SymInts& values) {
    return c10::fromIntArrayRefSlow(torchOf(values.values));
}
[[nodiscard]] inline at::OptionalSymIntArrayRef torchOf(const MaybeSymInts& maybe) {
    return c10::fromIntArrayRefSlow(torchOf(maybe.values));
}
[[nodiscard]] inline c10::SymInt torchOf(const SymInt& value) {
    return value.value;
}
[[nodiscard]] inline std::optional<c10::SymInt> torchOf(const MaybeSymInt&) {
    return std::nullopt;
}
[[nodiscard]] inline std::optional<std::int64_t> torchOf(const MaybeInt& maybe) {
    return maybe.value;
}
[[nodiscard]] inline at::ScalarType torchOf(ScalarType type) {
    return libtorch(type);
}
[[nodiscard]] inline at::MemoryFormat torchOf(MemoryFormat format) {
    return static_cast<at::MemoryFormat>(format);
}
[[nodiscard]] inline std::optional<at::ScalarType> torchOf(const MaybeType& maybe) {
    return maybe.value ? std::optional(torchOf(*maybe.value)) : std::nullopt;
}
[[nodiscard]] inline std::optional<at::Device> torchOf(const MaybeDevice& maybe) {
    return maybe.value ? std::optional(libtorch(*maybe.value)) : std::nullopt;
}
[[nodiscard]] inline std::optional<at::MemoryFormat> torchOf(const MaybeFormat& maybe) {
    return maybe.value ? std::optional(torchOf(*maybe.value)) : std::nullopt;
}
[[nodiscard]] inline std::optional<at::Layout> torchOf(MaybeLayout) {
    return std::nullopt;
}
[[nodiscard]] inline std::optional<bool> torchOf(MaybeBool) {
    return std::nullopt;
}
[[nodiscard]] inline std::optional<double> torchOf(MaybeDouble) {
    return std::nullopt;
}
[[nodiscard]] inline std::optional<c10::string_view> torchOf(MaybeText) {
    return std::nullopt;
}
[[nodiscard]] inline c10::string_view torchOf(const Text& text) {
    return text.value;
}
[[nodiscard]] inline Wanted torchOf(const Wanted& wanted) {
    return wanted;
}
[[nodiscard]] inline bool torchOf(bool value) {
    return value;
}
[[nodiscard]] inline std::int64_t torchOf(std::int64_t value) {
    return value;
}
[[nodiscard]] inline double torchOf(double value) {
    return value;
}

/// Returns the argument for a parameter of that type. The kind must stand for exactly this type: an
/// implicit conversion of LibTorch's would hide a wrong kind, which the binding by symbols then
/// passes.
template <typename Parameter, typename Own>
[[nodiscard]] decltype(auto) argument(const Own& own) {
    using Found = std::remove_cvref_t<decltype(torchOf(own))>;
    static_assert(std::is_same_v<Found, std::remove_cvref_t<Parameter>>, "not this kind");
    if constexpr (std::is_same_v<Parameter, at::Tensor&>)
        return const_cast<at::Tensor&>(torchOf(own));  // written to: its elements, not its identity
    else
        return torchOf(own);
}

template <typename Result>
inline constexpr bool kIsNew = std::is_same_v<Result, at::Tensor>;
template <typename... Each>
inline constexpr bool kIsNew<std::tuple<Each...>> = (std::is_same_v<Each, at::Tensor> && ...);

template <typename Result>
[[nodiscard]] Tensor taken(Result&& result) {
    return wrapped(std::forward<Result>(result));
}
template <typename... Each>
[[nodiscard]] auto taken(std::tuple<Each...>&& results) {
    return std::apply([](auto&&... each) { return std::tuple(wrapped(std::move(each))...); },
                      std::move(results));
}

/// Calls `operation` with LibTorch's values of `own`. Returns its tensors or its bool, and nothing
/// where it writes into one of its arguments.
template <typename Result, typename... Parameters, typename... Own>
auto call(Result (*operation)(Parameters...), const Own&... own) {
    return translated([&] {
        if constexpr (std::is_same_v<Result, bool>)
            return operation(argument<Parameters>(own)...);
        else if constexpr (kIsNew<Result>)
            return taken(operation(argument<Parameters>(own)...));
        else
            operation(argument<Parameters>(own)...);
    });
}

}  // namespace duelo::binding

#define CALL(name, ...) binding::call(&at::_ops::name::call, __VA_ARGS__)
#define CALL_INTO(name, ...) static_cast<void>(CALL(name, __VA_ARGS__))
#define CALL_TUPLE(count, name, ...) CALL(name, __VA_ARGS__)
#define CALL_BOOL(name, ...) CALL(name, __VA_ARGS__)
