// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/epoch_parts.h"

#include <algorithm>
#include <vector>

#include "stats/statistics.h"

namespace duelo {
namespace {

Parts partsOfEpoch(const EpochEvent& epoch) {
    Parts parts{{"data", epoch.data_ms}};
    if (epoch.h2d_ms) parts.push_back({"h2d", *epoch.h2d_ms});
    parts.push_back({"compute", epoch.compute_ms});
    if (epoch.all_reduce_ms) parts.push_back({"all_reduce", *epoch.all_reduce_ms});
    if (epoch.waiting_ms) parts.push_back({"waiting", *epoch.waiting_ms});
    if (epoch.d2h_ms) parts.push_back({"d2h", *epoch.d2h_ms});
    parts.push_back({"evaluation", epoch.evaluation_ms});
    if (epoch.launch_ms) parts.push_back({"launch", *epoch.launch_ms, false});
    return parts;
}

}  // namespace

Parts epochParts(std::span<const EpochEvent> epochs) {
    if (epochs.empty()) return {};
    if (epochs.size() > 1 && epochs.front().epoch == 1) epochs = epochs.subspan(1);
    std::vector<double> times_ms;
    std::vector<Parts> parts;
    for (const EpochEvent& epoch : epochs) {
        times_ms.push_back(epoch.wall_ms);
        parts.push_back(partsOfEpoch(epoch));
    }
    return withUnexplained(middleParts(parts, times_ms), median(times_ms));
}

double updatesPerEpoch(std::span<const EpochEvent> epochs) {
    if (epochs.empty()) return 0;
    // One that went on from a checkpoint may have had another batch before.
    if (const EpochEvent& first = epochs.front(); epochs.size() > 1)
        return static_cast<double>(epochs.back().updates - first.updates) /
               (epochs.back().epoch - first.epoch);
    return static_cast<double>(epochs.back().updates) / epochs.back().epoch;
}

}  // namespace duelo
