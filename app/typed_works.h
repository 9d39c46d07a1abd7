// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plan/spec.h"

namespace duelo {

/// Works of other experiments, each typed as its own command is: "pi --samples 1000000". Each
/// combination of what is typed is a work, {experiment, case, variant}; of the other axes it has
/// the first usual values that go with it. Reasons: "work_command_unknown" {option, value,
/// accepted}, "work_words_wrong" {option, value, what}, and those of the other experiment's own
/// words (planFromWords()).
[[nodiscard]] Result<std::vector<Json>> worksFromWords(const Axis& axis,
                                                       const std::vector<std::string>& typed,
                                                       const Facts& facts);

}  // namespace duelo
