// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/text.h"
#include "lab_report/evidence.h"

namespace duelo {

/// Adds a block of one comparison's annex to those of others, without telling anything twice: a
/// machine has one sheet, of further ones only what differs from the first, and the files of all
/// stand in one table.
void addMethodBlock(std::vector<PlacedBlock>& method, const PlacedBlock& added, const Text& text);

}  // namespace duelo
