// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/view.h"

namespace duelo {

/// Times, and how far the estimates lie from pi: a table of them, their chart over the samples with
/// what the formula expects, and a card.
[[nodiscard]] const View& piView();

/// Amdahl's law as a calculator, with its derivation (S2-35): a share of the work, how many units
/// have it among them, and what comes of that.
[[nodiscard]] Lesson amdahlLesson();

}  // namespace duelo
