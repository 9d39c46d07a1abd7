// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lab_report/evidence.h"

namespace duelo {

/// Names a block, however it is numbered: what stands in the results is not printed again. Titles
/// alone do not do, as all claims have the same one and files may be called alike: `of` says what
/// the block is of (subjectOf(), PlacedBlock::of).
[[nodiscard]] std::string identityOf(const DocBlock& block, const std::string& of);
[[nodiscard]] std::string identityOf(const PlacedBlock& placed);

/// Says what the blocks of a box are of: a comparison, by its records, or just these cells and what
/// somebody says of them.
[[nodiscard]] std::string subjectOf(const Evidence& shown, const Citation& citation);

}  // namespace duelo
