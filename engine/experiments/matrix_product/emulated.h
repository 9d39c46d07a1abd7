// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "experiments/exercise_check.h"
#include "measure/long_answer.h"

namespace duelo {

/// The kernels of the matrix product on the emulator (experiments/emulation.h). Args: those
/// of kEmulatedProduct; with source: {name, text} a student's own alone
/// (experiments/own_emulation.h).
[[nodiscard]] Result<Json> emulateProduct(const Json& args, const AnswerControl& control);

/// The question "compile" (experiments/compile_answer.h) of its kernels.
[[nodiscard]] Result<Json> compileProduct(const Json& args, const AnswerControl& control);

/// The exercises are of no experiment; they are asked about where most kernels are.
inline constexpr std::array<LongQuestion, 3> kProductApart{
    {{"emulate", emulateProduct}, {"compile", compileProduct}, {"exercise", checkExercise}}};

}  // namespace duelo
