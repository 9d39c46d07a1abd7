// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/text.h"
#include "lab_report/evidence.h"

namespace duelo {

/// Tells whether a table is the sheet of a machine.
[[nodiscard]] bool isSheet(const DocTable& table);
/// Tells whether a block is the table of what was predicted and measured.
[[nodiscard]] bool isPrediction(const DocBlock& block);
/// Returns a machine's sheet without what is advice to whoever sits at it: how a GPU would get to
/// work is nothing to hand in (Y-35).
[[nodiscard]] DocTable withoutAdvice(const DocTable& sheet, const Text& text);

/// Adds a block of one comparison's annex to those of others, without telling anything twice: a
/// machine has one sheet, of further ones only what differs from the first, the files of all stand
/// in one table, and a file that stands in two comparisons has its rows once.
void addMethodBlock(std::vector<PlacedBlock>& method, const PlacedBlock& added, const Text& text);
/// Adds what was predicted of another comparison to the table of the results; nothing where they
/// have none.
void addPredictions(std::vector<PlacedBlock>& results, const DocTable& more, const Text& text);

}  // namespace duelo
