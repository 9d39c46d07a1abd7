// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/text.h"

namespace duelo {

/// Says what the reply to the question "exercise" (experiments/exercise_check.h) found: that it is
/// solved, the fault, or the condition that does not hold.
[[nodiscard]] std::string exerciseVerdict(const Json& reply, const Text& text);

}  // namespace duelo
