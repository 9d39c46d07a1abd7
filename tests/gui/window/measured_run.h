// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiments/specs.h"
#include "record/record_file.h"

namespace duelo::testing {

/// Makes a run of an experiment's usual plan on a PC with a GPU; every cell has all of its metrics,
/// and is doubtful, which takes more words.
[[nodiscard]] RecordLog measuredRun(const Spec& spec);

}  // namespace duelo::testing
