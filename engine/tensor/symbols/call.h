// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "tensor/operands.h"
#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/names.h"
#include "tensor/symbols/text.h"

/// Calls LibTorch's operations by their symbols, for the sources of the operations. Each type that
/// is passed has the bytes of LibTorch's own, and both g++ and Microsoft's compiler pass it in the
/// same registers. None has a destructor (guarded.h says why).
namespace duelo::binding {

using namespace operands;

/// A value whose address is passed. LibTorch's function takes it by reference, or by value of a
/// class with a destructor, for which both compilers pass the address too.
template <typename Value>
struct ByAddress {
    Value value;
};
/// The bytes of a std::optional<at::Tensor>. It counts no reference, because LibTorch only reads
/// it.
struct BorrowedTensor {
    alignas(Tensor) std::byte bytes[sizeof(Tensor)];
    bool there;
};
struct NoSymInt {
    std::int64_t value = 0;
    bool there = false;
};
struct List {
    const Tensor* data;
    std::size_t size;
};

// held() turns each kind of argument into what the caller holds while the operation runs.
[[nodiscard]] inline const Tensor* held(const Tensor& tensor) {
    return &tensor;
}
[[nodiscard]] inline ByAddress<BorrowedTensor> held(const MaybeTensor& maybe) {
    ByAddress<BorrowedTensor> borrowed{};
    std::memcpy(borrowed.value.bytes, static_cast<const void*>(&maybe.tensor), sizeof(Tensor));
    borrowed.value.there = maybe.tensor.defined();
    return borrowed;
}
[[nodiscard]] inline List held(ops::TensorList list) {
    return {list.data(), list.size()};
}
[[nodiscard]] inline const Scalar* held(const Scalar& scalar) {
    return &scalar;
}
[[nodiscard]] inline ByAddress<std::optional<Scalar>> held(const MaybeScalar& maybe) {
    return {maybe.value};
}
[[nodiscard]] inline IntArrayRef held(IntArrayRef values) {
    return values;
}
[[nodiscard]] inline std::optional<IntArrayRef> held(const MaybeInts& maybe) {
    return maybe.values;
}
// A SymInt that holds a number has the bytes of an int64.
[[nodiscard]] inline IntArrayRef held(const SymInts& values) {
    return values.values;
}
[[nodiscard]] inline std::optional<IntArrayRef> held(const MaybeSymInts& maybe) {
    return maybe.values;
}
[[nodiscard]] inline ByAddress<std::int64_t> held(const SymInt& value) {
    return {value.value};
}
[[nodiscard]] inline ByAddress<NoSymInt> held(const MaybeSymInt&) {
    return {};
}
[[nodiscard]] inline std::optional<std::int64_t> held(const MaybeInt& maybe) {
    return maybe.value;
}
[[nodiscard]] inline ScalarType held(ScalarType type) {
    return type;
}
[[nodiscard]] inline MemoryFormat held(MemoryFormat format) {
    return format;
}
[[nodiscard]] inline std::optional<ScalarType> held(const MaybeType& maybe) {
    return maybe.value;
}
[[nodiscard]] inline std::optional<TensorDevice> held(const MaybeDevice& maybe) {
    return maybe.value;
}
[[nodiscard]] inline std::optional<MemoryFormat> held(const MaybeFormat& maybe) {
    return maybe.value;
}
[[nodiscard]] inline std::optional<std::int8_t> held(MaybeLayout) {
    return std::nullopt;
}
[[nodiscard]] inline std::optional<bool> held(MaybeBool) {
    return std::nullopt;
}
[[nodiscard]] inline std::optional<double> held(MaybeDouble) {
    return std::nullopt;
}
[[nodiscard]] inline std::optional<symbols::TextView> held(MaybeText) {
    return std::nullopt;
}
[[nodiscard]] inline symbols::TextView held(const Text& text) {
    return symbols::TextView(text.value);
}
[[nodiscard]] inline Wanted held(const Wanted& wanted) {
    return wanted;
}
[[nodiscard]] inline bool held(bool value) {
    return value;
}
[[nodiscard]] inline std::int64_t held(std::int64_t value) {
    return value;
}
[[nodiscard]] inline double held(double value) {
    return value;
}

template <typename Value>
[[nodiscard]] const Value* passed(const ByAddress<Value>& value) {
    return &value.value;
}
template <typename Value>
[[nodiscard]] Value passed(const Value& value) {
    static_assert(std::is_trivially_copyable_v<Value> && std::is_trivially_destructible_v<Value>);
    return value;
}

template <typename Operator, typename... Held>
typename Operator::Result callHolding(const Held&... held) {
    using Function = typename Operator::Result(decltype(passed(held))...);
    static Function* const function = symbols::function<Function>(Operator::kSymbol);
    return symbols::guarded([&] { return function(passed(held)...); });
}

/// Converts all arguments first, and then calls the operation.
template <typename Operator, typename... Own>
typename Operator::Result call(const Own&... own) {
    return callHolding<Operator>(held(own)...);
}

}  // namespace duelo::binding

#define CALL(name, ...) binding::call<symbols::operators::name>(__VA_ARGS__)
#define CALL_INTO(name, ...) static_cast<void>(CALL(name, __VA_ARGS__))
#define CALL_TUPLE(count, name, ...) CALL(name, __VA_ARGS__)
#define CALL_BOOL(name, ...) CALL(name, __VA_ARGS__)
