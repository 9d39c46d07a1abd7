// SPDX-License-Identifier: Apache-2.0
#include "record/result_record.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace duelo {

namespace {

template <typename List>
auto findById(const List& list, std::string_view id) -> decltype(list.data()) {
    const auto found = std::ranges::find(list, id, [](const auto& one) { return one.id; });
    return found == list.end() ? nullptr : &*found;
}

constexpr double kOfRounding = 1e-9;

}  // namespace

std::optional<double> partMs(const Parts& parts, std::string_view id) {
    const PartTime* part = findById(parts, id);
    return part ? std::optional(part->ms) : std::nullopt;
}

Parts middleParts(std::span<const Parts> calls, std::span<const double> wall_ms) {
    if (calls.empty()) return {};
    const auto [low, high] = middlePlaces(wall_ms);
    Parts parts = calls[low];
    for (PartTime& part : parts) part.ms = (part.ms + partMs(calls[high], part.id).value_or(0)) / 2;
    return parts;
}

Parts withUnexplained(Parts parts, double wall_ms) {
    if (std::ranges::none_of(parts, &PartTime::inside)) return parts;
    double rest_ms = wall_ms;
    for (const PartTime& part : parts)
        if (part.inside) rest_ms -= part.ms;
    // Halves and sums are rounded: what is left of parts that make up the whole is no time.
    if (std::abs(rest_ms) < kOfRounding * std::abs(wall_ms)) rest_ms = 0;
    parts.push_back({.id = "unexplained", .ms = rest_ms});
    return parts;
}

Metric rateOf(std::string id, std::string unit, double per_call, const Summary& summary) {
    const auto per_s = [per_call](double ms) { return per_call / ms * 1000; };
    Metric rate{.id = std::move(id), .unit = std::move(unit), .value = per_s(summary.median_ms)};
    if (const auto& ci = summary.ci95_ms) rate.ci95 = Interval{per_s(ci->high), per_s(ci->low)};
    return rate;
}

Metric timeOfEach(std::string id, double per_call, const Summary& summary) {
    const double share = 1e6 / per_call;  // ns for each ms
    Metric each{
        .id = std::move(id), .unit = std::string(kEachUnit), .value = share * summary.median_ms};
    if (const auto& ci = summary.ci95_ms) each.ci95 = Interval{share * ci->low, share * ci->high};
    return each;
}

const Metric* ResultRecord::metric(std::string_view id) const {
    return findById(metrics, id);
}

const Identity* ResultRecord::identity(std::string_view id) const {
    return findById(identities, id);
}

}  // namespace duelo
