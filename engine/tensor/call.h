// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The macros by which the sources of the operations call LibTorch. These sources are compiled once
/// for each binding, whose call.h defines the macros. Each macro calls the entry `name` of
/// LibTorch's dispatcher with arguments of the kinds in operands.h:
///   CALL(name, ...) returns a tensor
///   CALL_INTO(name, ...) returns nothing: the operation writes into one of its arguments
///   CALL_TUPLE(n, name, ...) returns n tensors
///   CALL_BOOL(name, ...) returns a bool
/// README.md says how to add an operation.
#ifdef DUELO_TENSOR_BY_SYMBOLS
#include "tensor/symbols/call.h"
#else
#include "tensor/cpp/call.h"
#endif
