// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "plan/spec.h"

/// The experiments that are planned, before there is anything that does their work: they prove that
/// Spec can say what each of them needs. An experiment that is registered leaves this list.
namespace duelo {

/// The specs of specs(), then the planned ones and a toy.
[[nodiscard]] const std::vector<Spec>& allSpecs();

/// Returns the spec with this id; null: there is none.
[[nodiscard]] const Spec* findAny(std::string_view id);

/// Returns what the work of a cell takes, in ms and by a formula instead of a clock. It asks for
/// the parameters that the real work will need. NaN where one of them is missing or of another
/// type, and where the cell has one that this work has no use for.
[[nodiscard]] double fakeMs(const Spec& spec, const Cell& cell);

}  // namespace duelo
