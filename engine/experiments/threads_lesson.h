// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/lesson.h"

namespace duelo {

/// Returns the lesson on which thread does what: the threads of a GPU's grid, those beyond the
/// matrix too (S2-30, S2-31, S2-M13), and rows shared out to the threads of a CPU in blocks or in
/// turn.
[[nodiscard]] Lesson threadsLesson();

}  // namespace duelo
