// SPDX-License-Identifier: Apache-2.0
#include "record/result_record.h"

#include <algorithm>

namespace duelo {

namespace {

template <typename List>
auto findById(const List& list, std::string_view id) -> decltype(list.data()) {
    const auto found = std::ranges::find(list, id, [](const auto& one) { return one.id; });
    return found == list.end() ? nullptr : &*found;
}

}  // namespace

std::optional<double> partMs(const Parts& parts, std::string_view id) {
    const PartTime* part = findById(parts, id);
    return part ? std::optional(part->ms) : std::nullopt;
}

Parts withUnexplained(Parts parts, double wall_ms) {
    if (std::ranges::none_of(parts, &PartTime::inside)) return parts;
    double rest_ms = wall_ms;
    for (const PartTime& part : parts)
        if (part.inside) rest_ms -= part.ms;
    parts.push_back({.id = "unexplained", .ms = rest_ms});
    return parts;
}

const Metric* ResultRecord::metric(std::string_view id) const {
    return findById(metrics, id);
}

const Identity* ResultRecord::identity(std::string_view id) const {
    return findById(identities, id);
}

}  // namespace duelo
