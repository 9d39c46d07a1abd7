// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "tensor/tensor.h"

/// The mangled names of LibTorch's functions on this system.
namespace duelo::symbols::names {

#ifdef _WIN32
#define DUELO_HERE(on_linux, on_windows) on_windows
#else
#define DUELO_HERE(on_linux, on_windows) on_linux
#endif

#define FUNCTION(name, on_linux, on_windows) \
    inline constexpr const char* name = DUELO_HERE(on_linux, on_windows);
#include "tensor/symbols/function_names.inc"
#undef FUNCTION

}  // namespace duelo::symbols::names

/// The entries of LibTorch's dispatcher, each as a type with its mangled name and its result.
namespace duelo::symbols::operators {

// The results of entries. One that writes into an argument returns a reference to it in a register,
// which nobody uses. Two references are returned in memory, which the caller must provide.
using New = Tensor;
using New2 = std::tuple<Tensor, Tensor>;
using New3 = std::tuple<Tensor, Tensor, Tensor>;
using Into = void;
using Into2 = std::tuple<Tensor&, Tensor&>;
using Truth = bool;

#define OPERATOR(operator_name, Returned, on_linux, on_windows)                  \
    struct operator_name {                                                       \
        using Result = Returned;                                                 \
        static constexpr const char* kSymbol = DUELO_HERE(on_linux, on_windows); \
    };
#include "tensor/symbols/operator_names.inc"
#undef OPERATOR
#undef DUELO_HERE

}  // namespace duelo::symbols::operators
