// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "measure/long_answer.h"

namespace duelo {

/// The kernels of max pooling on the emulator (experiments/emulation.h), three of them launched for
/// each window with copies of their own, as the thesis did. Args: those of
/// kEmulatedPool; with source: {name, text} a student's own alone (experiments/own_emulation.h).
/// Reasons: "pool_rows_only" of the kernel that has one kind of windows only, and
/// "value_out_of_range".
[[nodiscard]] Result<Json> emulatePool(const Json& args, const AnswerControl& control);

/// The question "compile" (experiments/compile_answer.h) of its kernels.
[[nodiscard]] Result<Json> compilePool(const Json& args, const AnswerControl& control);

inline constexpr std::array<LongQuestion, 2> kPoolApart{
    {{"emulate", emulatePool}, {"compile", compilePool}}};

}  // namespace duelo
