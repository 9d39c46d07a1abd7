// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "plan/spec.h"

namespace duelo {

/// Every experiment that this Duelo knows, in the order of the window. What is offered, typed,
/// drawn and written follows from here; who adds an experiment adds its line in specs.cpp.
[[nodiscard]] std::span<const Spec> specs();

/// Null where there is none of that id.
[[nodiscard]] const Spec* findSpec(std::string_view id);

}  // namespace duelo
