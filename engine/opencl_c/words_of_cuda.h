// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// The words of CUDA's language that have others in OpenCL C, and those that have none.
namespace duelo {

/// Returns the type's word in OpenCL C; empty: it is no word of a type.
[[nodiscard]] std::string_view openClType(std::string_view word);
/// Tells whether a type is four neighbours and the like ("float4").
[[nodiscard]] bool isVectorType(std::string_view word);

/// "get_local_id" of "threadIdx", whose x, y and z are its numbers; empty: it is none of these.
[[nodiscard]] std::string_view openClPlace(std::string_view word);
/// "fmax" of "fmaxf": a function with the same arguments; empty: it has the same name, or is
/// unknown.
[[nodiscard]] std::string_view openClFunction(std::string_view word);
/// "float4" of "make_float4"; empty: it makes none.
[[nodiscard]] std::string_view madeVector(std::string_view word);
/// Tells whether a word of CUDA or C++ is one for which OpenCL C has nothing.
[[nodiscard]] bool isForeign(std::string_view word);
/// Tells whether OpenCL C means something of its own by a name.
[[nodiscard]] bool isReserved(std::string_view word);
/// Tells whether OpenCL C has a function of that name, which nobody else's may have.
[[nodiscard]] bool isBuiltIn(std::string_view word);
/// Returns a number as OpenCL C writes it: "1UL" of "1ull".
[[nodiscard]] std::string openClNumber(std::string_view number);

}  // namespace duelo
