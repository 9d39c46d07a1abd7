// SPDX-License-Identifier: Apache-2.0
#include "report/tail.h"

#include <cmath>

#include "stats/statistics.h"

namespace duelo {

std::optional<Tail> tailOf(const Comparison& comparison, const Row& row, const ReportCell& cell) {
    const Spec* spec = comparison.find(row.experiment);
    if (!cell.timed() || (spec != nullptr && spec->steps)) return std::nullopt;
    const double share = comparison.sources[cell.source].header.protocol.percentile.value_or(0);
    const Summary& told = *cell.result.summary;
    Tail tail{.percentile = static_cast<int>(std::lround(100 * share))};
    // Records tell these two.
    if (tail.percentile == 99)
        tail.bound_ms = told.p99_ms;
    else if (tail.percentile == 90)
        tail.bound_ms = told.p90_ms;
    else
        return std::nullopt;
    if (tail.bound_ms) return tail;
    if (tail.percentile != 99)
        return std::nullopt;  // told where there are enough, and not asked for
    if (told.calls_per_sample > 1)
        tail.missing = Reason{"tail_in_blocks",
                              {{"percentile", tail.percentile}, {"calls", told.calls_per_sample}}};
    else
        tail.missing = Reason{"tail_few_samples",
                              {{"percentile", tail.percentile},
                               {"n", told.n},
                               {"needed", samplesForPercentile(share)}}};
    return tail;
}

}  // namespace duelo
