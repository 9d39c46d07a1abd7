// SPDX-License-Identifier: Apache-2.0
#include "measure/lane.h"

#include <algorithm>

#include "stats/validity.h"

namespace duelo {

namespace {

std::optional<double> tail(const Lane& lane, std::span<const double> sorted, double percentile) {
    // The calls of a block are averaged: its tail is not that of the calls.
    if (lane.calls_per_sample > 1) return std::nullopt;
    const auto bound = percentileBoundOfSorted(sorted, percentile);
    return bound ? std::optional(bound->value) : std::nullopt;
}

Summary summaryOf(const Lane& lane, const std::vector<MedianEstimate>& processes) {
    const std::span<const double> samples = lane.log.kept();
    const std::span<const double> sorted = lane.log.sorted();
    const MedianEstimate& estimate = lane.rule->estimate();
    return {.n = static_cast<std::int64_t>(samples.size()),
            .calls_per_sample = lane.calls_per_sample,
            .median_ms = estimate.median,
            .ci95_ms = worstInterval(estimate, processes),
            .mean_ms = mean(samples),
            .min_ms = sorted.front(),
            .p25_ms = quantileOfSorted(sorted, 0.25),
            .p75_ms = quantileOfSorted(sorted, 0.75),
            .max_ms = sorted.back(),
            .p90_ms = tail(lane, sorted, 0.90),
            .p99_ms = tail(lane, sorted, 0.99),
            .device_median_ms = lane.log.medianDeviceMs(),
            .submit_median_ms = lane.log.medianSubmitMs()};
}

/// Returns the parts of a lane: first those of what is done once, last those that were measured by
/// themselves.
Parts partsOf(const Lane& lane) {
    Parts parts = lane.prepared.parts;
    for (PartTime& part : lane.log.parts()) parts.push_back(std::move(part));
    parts.insert(parts.end(), lane.apart.begin(), lane.apart.end());
    return parts;
}

/// A course has no warm-up of step 4, which goes on until the device's allocator stands still.
/// Calls at its start in which that still grew are such a warm-up: they spoil none of those after
/// them.
std::size_t warmUpOfCourse(const Lane& lane) {
    if (!lane.is_course) return 0;
    const auto& discards = lane.log.discards();
    const auto counts = std::ranges::find_if(discards, [](const int discard) {
        return static_cast<DiscardCause>(discard) != DiscardCause::AllocatorGrew;
    });
    return static_cast<std::size_t>(counts - discards.begin());
}

void diagnoseInto(ResultRecord& result, const Lane& lane,
                  const std::vector<MedianEstimate>& processes) {
    std::set<std::string> found = lane.flags;
    if (processesDiffer(processes)) found.insert(std::string(flags::processes_differ));
    MedianEstimate told = lane.rule->estimate();
    told.ci95 = result.summary->ci95_ms;  // the worst of several processes
    for (std::string& flag : diagnose(lane.log.kept(), told).flags) found.insert(std::move(flag));
    for (const int discard : lane.log.discards())
        if (const auto cause = static_cast<DiscardCause>(discard); cause != DiscardCause::None)
            ++result.discarded[std::string(word(cause))];
    const int threads =
        static_cast<int>(lane.cell.variant.integer("threads")) * std::max(1, lane.prepared.at_once);
    if (lane.others_cpus && sharesProcessor(*lane.others_cpus, threads, lane.cores))
        found.insert(std::string(flags::shared_processor));
    std::size_t discarded = 0;
    for (const auto& [cause, count] : result.discarded)
        discarded += static_cast<std::size_t>(count);
    if (tooManyDiscarded(lane.log.kept().size(), discarded - warmUpOfCourse(lane)))
        found.insert(std::string(flags::discarded));
    switch (lane.rule->cause()) {
        case StopCause::TimeLimit:
            found.insert(std::string(flags::time_limit));
            break;
        case StopCause::StableNoisy:
            found.insert(std::string(flags::stable_noisy));
            break;
        case StopCause::SampleLimit:
            found.insert(std::string(flags::sample_limit));
            break;
        case StopCause::None:
        case StopCause::Precision:
            break;
    }
    result.flags.assign(found.begin(), found.end());
}

}  // namespace

std::optional<DeviceState> Lane::lookAtDevice() {
    auto state = work->deviceState();
    if (!state) return state;
    peak_bytes = state->peak_bytes;
    others_cpus = state->others_cpus;
    if (state->memory_spilled) flags.insert(std::string(flags::memory_spilled));
    return state;
}

ResultRecord resultOf(const Lane& lane, Status status, std::optional<Reason> reason) {
    ResultRecord result;
    result.cell = lane.cell.id;
    result.status = status;
    result.reason = std::move(reason);
    result.identities = lane.prepared.identities;
    for (const Quantity& quantity : lane.prepared.quantities)
        result.quantities[quantity.id] = quantity.per_call;
    if (lane.output) {
        result.fingerprint = lane.output->fingerprint;
        result.output = lane.output->output;
        result.metrics = lane.output->metrics;
    }
    result.max_error = lane.max_error;
    result.warm_up_calls = lane.warm_up_calls;
    result.warm_up_ms = lane.warm_up_ms;
    result.forecast_bytes = lane.forecast_bytes;
    result.peak_bytes = lane.peak_bytes;
    result.energy = lane.energy;
    if (!lane.rule || lane.log.kept().empty()) return result;
    const std::vector<MedianEstimate> processes = lane.log.ofEachProcess();
    result.summary = summaryOf(lane, processes);
    result.parts = partsOf(lane);
    for (const Quantity& quantity : lane.prepared.quantities)
        if (!quantity.rate.empty())
            result.metrics.push_back(rateOf(quantity.rate, quantity.rate_unit,
                                            static_cast<double>(quantity.per_call),
                                            *result.summary));
    for (const Quantity& quantity : lane.prepared.quantities)
        if (!quantity.each_ns.empty() && quantity.per_call > 0)
            result.metrics.push_back(timeOfEach(
                quantity.each_ns, static_cast<double>(quantity.per_call), *result.summary));
    const auto tell = [&](const char* id, const std::optional<MedianEstimate>& of) {
        if (of) result.metrics.push_back({id, "ms", of->median, of->ci95});
    };
    tell("latency", lane.log.latency());
    tell("slowest_latency", lane.log.slowest());
    diagnoseInto(result, lane, processes);
    if (lane.rule->cause() == StopCause::TimeLimit) {
        Json unmet = Json::array();
        for (const std::string_view criterion : lane.rule->unmet())
            unmet.push_back(std::string(criterion));
        result.extra["unmet"] = std::move(unmet);
    }
    return result;
}

}  // namespace duelo
