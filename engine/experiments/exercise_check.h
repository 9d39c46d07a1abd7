// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/long_answer.h"

namespace duelo {

/// The question "exercise": whether a text solves an exercise. Args {exercise, source: {name,
/// text}}; reply {exercise, solved, unmet: the number of the first condition that does not hold,
/// where there is no other fault, kernels: [as those of emulateDeclared()]}. Launch, arrays and
/// result are those of the exercise, whatever the text says. Reasons: "unknown_value",
/// "own_kernel_parameters", those of ownSource() and emulateLaunched().
[[nodiscard]] Result<Json> checkExercise(const Json& args, const AnswerControl& control);

}  // namespace duelo
