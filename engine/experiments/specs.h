// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "plan/spec.h"

namespace duelo {

/// Every experiment that this Duelo knows, in the order of the window. What is offered, typed,
/// drawn and written follows from here; who adds an experiment adds its line in specs.cpp.
[[nodiscard]] std::span<const Spec> specs();

/// Null where there is none of that id.
[[nodiscard]] const Spec* findSpec(std::string_view id);

/// Reason: "unknown_value" {field, value, accepted} of an experiment that this Duelo does not know.
[[nodiscard]] Result<const Spec*> knownSpec(std::string_view id);

/// The completed plan of whichever experiment it names. Reasons: those of problemsOf() and
/// knownSpec().
[[nodiscard]] Result<Plan> validated(Plan plan, const Facts& facts);
/// Of a validated plan.
[[nodiscard]] std::vector<Cell> expand(const Plan& plan, const Facts& facts);

}  // namespace duelo
