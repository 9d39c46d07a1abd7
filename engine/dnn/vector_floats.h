// SPDX-License-Identifier: Apache-2.0
// Included by the sources that are compiled for one kind of instructions each, as what includes it.
#pragma once

namespace duelo {
namespace {

#ifdef __AVX512F__
constexpr int kVectorLanes = 16;
#elif defined(__AVX2__)
constexpr int kVectorLanes = 8;
#else
constexpr int kVectorLanes = 4;
#endif
/// The floats that a register of those instructions holds.
using Floats [[gnu::vector_size(4 * kVectorLanes)]] = float;

/// Reads a vector from any address, aligned or not.
[[gnu::always_inline]] inline Floats floatsAt(const float* from) {
    Floats values;
    __builtin_memcpy(&values, from, sizeof values);
    return values;
}

[[gnu::always_inline]] inline void putFloats(float* to, Floats values) {
    __builtin_memcpy(to, &values, sizeof values);
}

}  // namespace
}  // namespace duelo
