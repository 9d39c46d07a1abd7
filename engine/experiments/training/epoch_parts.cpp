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
    Parts parts{{"data", middle.data_ms}};
    if (middle.h2d_ms) parts.push_back({"h2d", *middle.h2d_ms});
    parts.push_back({"compute", middle.compute_ms});
    if (middle.d2h_ms) parts.push_back({"d2h", *middle.d2h_ms});
    parts.push_back({"evaluation", middle.evaluation_ms});
    return withUnexplained(std::move(parts), median(times_ms));
}

double updatesPerEpoch(std::span<const EpochEvent> epochs) {
    if (epochs.empty()) return 0;
    return static_cast<double>(epochs.back().updates) / epochs.back().epoch;
}

}  // namespace duelo
