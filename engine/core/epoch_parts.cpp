// SPDX-License-Identifier: Apache-2.0
#include "core/epoch_parts.h"

#include <optional>
#include <vector>

namespace duelo {

namespace {

template <typename Value>
std::optional<double> medianOf(std::span<const EpochRecord> epochs, Value EpochRecord::*part) {
    std::vector<double> values;
    for (const EpochRecord& epoch : epochs)
        if (const std::optional<double> value = epoch.*part) values.push_back(*value);
    if (values.empty()) return std::nullopt;
    return median(values);
}

}  // namespace

Parts epochParts(std::span<const EpochRecord> epochs) {
    if (epochs.empty()) return {};
    if (epochs.size() > 1 && epochs.front().epoch == 1) epochs = epochs.subspan(1);
    Parts parts{.h2d_ms = medianOf(epochs, &EpochRecord::h2d_ms),
                .compute_ms = medianOf(epochs, &EpochRecord::compute_ms),
                .d2h_ms = medianOf(epochs, &EpochRecord::d2h_ms),
                .data_ms = medianOf(epochs, &EpochRecord::data_ms),
                .evaluation_ms = medianOf(epochs, &EpochRecord::evaluation_ms)};
    parts.copies_included = parts.h2d_ms.has_value();
    parts.unexplained_ms = *medianOf(epochs, &EpochRecord::wall_ms);
    for (const auto& part :
         {parts.data_ms, parts.h2d_ms, parts.compute_ms, parts.d2h_ms, parts.evaluation_ms})
        *parts.unexplained_ms -= part.value_or(0);
    return parts;
}

double updatesPerEpoch(std::span<const EpochRecord> epochs) {
    if (epochs.empty()) return 0;
    return static_cast<double>(epochs.back().updates) / epochs.back().epoch;
}

}  // namespace duelo
