// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "plan/spec.h"

namespace duelo {

/// Returns the JSON Schema (draft 7) of a line of a record file: the part common to all
/// (resources/schema/record.common.json), and the part that the specs declare, which needs nothing
/// else.
///
/// The parameters of a cell and the blocks of a plan belong to the experiment that stands beside
/// them: of one that is given here no other axis, word or number is valid, of another everything
/// is. Lines that name no experiment go by their own names: an event of a declared kind has its
/// columns, a declared metric its unit.
[[nodiscard]] Json recordSchema(std::span<const Spec> specs);

}  // namespace duelo
