// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace duelo {

/// Well-known papers that a change of this axis to this value may be argued with: authors, year,
/// title and where it is found, the most fitting first. Which of them the idea is from is the
/// student's to say; each one was looked up (Y-40).
[[nodiscard]] std::vector<std::string> referencesFor(const std::string& axis, const Json& value);

}  // namespace duelo
