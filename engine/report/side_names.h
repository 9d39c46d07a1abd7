// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/text.h"
#include "report/comparison.h"

namespace duelo {

/// Tells whether three PCs or more stand side by side, whose columns have little room for names.
[[nodiscard]] bool standSideBySide(const Comparison& comparison);

/// Tells whether another PC has brought its CPU beside its GPU, which nobody asked it for: four
/// columns and more need short names too.
[[nodiscard]] bool bringsItsCpu(const Comparison& comparison);

/// Returns what the columns of PCs that stand side by side are called: by the device's own name and
/// what else tells the columns of a device apart; where two would be called alike, also by the
/// group, else by the file. `axes`: those of the variants, in their order.
[[nodiscard]] std::vector<std::string> sideNamesOf(const Comparison& comparison,
                                                   const std::vector<std::string>& axes,
                                                   const Text& text);

/// Returns what tells the PC of a column from the other files that have such a device: its name
/// where no other one has it, else the group, else the file.
[[nodiscard]] std::string telltaleOf(const Comparison& comparison, std::size_t column);

}  // namespace duelo
