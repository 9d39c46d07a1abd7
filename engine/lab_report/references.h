// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/params.h"

namespace duelo {

/// Well-known papers that a change of this axis to this value may be argued with: authors, year,
/// title and where it is found, the most fitting first. Which of them the idea is from is the
/// student's to say; each one was looked up (Y-40). `work`: of the case that is changed. None where
/// no paper is known that fits: of other axes, and of networks where the case has none.
[[nodiscard]] std::vector<std::string> referencesFor(const std::string& axis, const Json& value,
                                                     const Params& work = {});
/// Returns the works that the table of a scaling is explained by: its notes name them by their
/// year.
[[nodiscard]] std::vector<std::string> referencesOfScaling();

}  // namespace duelo
