// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/comparison.h"
#include "report/long_table.h"

namespace duelo {

/// Returns how the machines and their GPUs stood while they measured (S2-38), a line for each
/// MonitorRecord, in the order of the files. `time_s` is since the start of its run.
[[nodiscard]] LongTable monitorTable(const Comparison& comparison);

}  // namespace duelo
