// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "measure/long_answer.h"

namespace duelo {

/// The kernels of the matrix product on the emulator (experiments/emulation.h). Args: those
/// of kEmulatedProduct; with source: {name, text} a student's own alone
/// (experiments/own_emulation.h).
[[nodiscard]] Result<Json> emulateProduct(const Json& args, const AnswerControl& control);

/// The question "compile" (experiments/compile_answer.h) of its kernels.
[[nodiscard]] Result<Json> compileProduct(const Json& args, const AnswerControl& control);

inline constexpr std::array<LongQuestion, 2> kProductApart{
    {{"emulate", emulateProduct}, {"compile", compileProduct}}};

}  // namespace duelo
