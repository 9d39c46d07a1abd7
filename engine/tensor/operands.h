// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tensor/operators.h"

/// The kinds of arguments that LibTorch's operations take, for the sources of the operations alone.
/// Each call there names the kind of every argument. The binding in C++ does not compile with a
/// wrong kind; so the binding by symbols, whose arguments no compiler can check, gets the right
/// ones too.
namespace duelo::operands {

/// A tensor that may be absent. An undefined one counts as absent.
struct MaybeTensor {
    const Tensor& tensor;
};
/// A count or an index, where ATen has a c10::SymInt.
struct SymInt {
    std::int64_t value;
};
/// Counts, where ATen has a SymIntArrayRef.
struct SymInts {
    IntArrayRef values;
};
/// Dimensions that may be absent, where ATen has an OptionalIntArrayRef.
struct MaybeInts {
    IntArrayRef values;
};
struct MaybeSymInts {
    IntArrayRef values;
};
struct MaybeSymInt {};  ///< always absent
struct MaybeInt {
    std::optional<std::int64_t> value;
};
struct MaybeScalar {
    Scalar value;
};
struct MaybeType {
    std::optional<ScalarType> value{};
};
struct MaybeDevice {
    std::optional<TensorDevice> value{};
};
struct MaybeFormat {
    std::optional<MemoryFormat> value{};
};
struct MaybeBool {};    ///< always absent, such as pin_memory
struct MaybeLayout {};  ///< always absent, which means strided
struct MaybeDouble {};  ///< always absent
struct MaybeText {};    ///< always absent
/// Text that lives as long as the program.
struct Text {
    std::string_view value;
};
/// Says which of an operation's three results are to be computed.
using Wanted = std::array<bool, 3>;

}  // namespace duelo::operands
