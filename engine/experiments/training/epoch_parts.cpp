// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/epoch_parts.h"

#include <algorithm>
#include <vector>

#include "stats/statistics.h"

namespace duelo {

Parts epochParts(std::span<const EpochEvent> epochs) {
    if (epochs.empty()) return {};
    if (epochs.size() > 1 && epochs.front().epoch == 1) epochs = epochs.subspan(1);
    std::vector<double> times_ms;
    for (const EpochEvent& epoch : epochs) times_ms.push_back(epoch.wall_ms);
    const EpochEvent& middle = epochs[middleIndex(times_ms)];
    Parts parts{.h2d_ms = middle.h2d_ms,
                .compute_ms = middle.compute_ms,
                .d2h_ms = middle.d2h_ms,
                .unexplained_ms = median(times_ms),
                .data_ms = middle.data_ms,
                .evaluation_ms = middle.evaluation_ms,
                .copies_included = middle.h2d_ms.has_value()};
    for (const auto& part :
         {parts.data_ms, parts.h2d_ms, parts.compute_ms, parts.d2h_ms, parts.evaluation_ms})
        *parts.unexplained_ms -= part.value_or(0);
    return parts;
}

double updatesPerEpoch(std::span<const EpochEvent> epochs) {
    if (epochs.empty()) return 0;
    return static_cast<double>(epochs.back().updates) / epochs.back().epoch;
}

}  // namespace duelo
