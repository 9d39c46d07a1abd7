// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab_report/cell_pair.h"
#include "lab_report/evidence.h"

namespace duelo {

/// Returns what the records say to a change of one thing: a table of both sides with what it costs
/// or spares, and the gain in a sentence. Its citation has the digest alone.
[[nodiscard]] Evidence changeTable(const Comparison& comparison, const CellPair& pair,
                                   const Text& text);

}  // namespace duelo
