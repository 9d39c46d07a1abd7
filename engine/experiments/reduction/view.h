// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "report/view.h"

namespace duelo {

/// Times, numbers per second and errors.
[[nodiscard]] const View& reductionView();

/// Says of the cell that is looked at what it reaches of the memory, why it is faster or slower
/// than its neighbour on the ladder, and how far its sums lie from the exact ones: only what was
/// measured beside it.
[[nodiscard]] std::vector<CardValue> reductionCards(const Shown& shown);

/// Adds few numbers of three digits, addition by addition, in three orders.
[[nodiscard]] Lesson reductionLesson();

}  // namespace duelo
