// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/view.h"

namespace duelo {

/// Times, and how far the estimates lie from pi: a table of them, their chart over the samples with
/// what the formula expects, and a card.
[[nodiscard]] const View& piView();

}  // namespace duelo
