// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/view.h"

namespace duelo {

/// Times, updates per second, and why several steps at once exceed what one sweep can reach.
[[nodiscard]] const View& stencilView();

/// Goes through a small plate in these orders, and counts the lines that come from the memory.
[[nodiscard]] Lesson stencilLesson();

}  // namespace duelo
