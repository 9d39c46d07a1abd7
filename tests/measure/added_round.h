// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "measure/stop_rule.h"

namespace duelo::test {

/// The next round of a variant as MeasureLoop takes it: its samples, each a block of `calls` calls
/// that took so long apiece, are logged, closed and judged.
inline StopCause addRound(StopRule& rule, SampleLog& log, std::span<const double> samples_ms,
                          double turn_ms, bool ratios_settled = true, int calls = 1,
                          int process = 0) {
    const int round = static_cast<int>(log.roundMedians().size());
    for (const double ms : samples_ms)
        log.add(round, 0, calls, {.wall_ms = ms * calls, .process = process}, DiscardCause::None);
    log.closeRound(round, rule.most());
    return rule.judge(log, turn_ms, ratios_settled);
}

}  // namespace duelo::test
