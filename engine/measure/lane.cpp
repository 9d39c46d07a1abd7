// SPDX-License-Identifier: Apache-2.0
#include "measure/lane.h"

#include <algorithm>
#include <cmath>

#include "stats/validity.h"

namespace duelo {

namespace {

bool kept(const Lane& lane, std::size_t i) {
    return lane.samples.discard[i] == static_cast<int>(DiscardCause::None);
}

/// Median over the kept samples of a part of the time; nothing where it was not measured.
std::optional<double> medianOf(const Lane& lane, std::optional<double> Timing::*part) {
    std::vector<double> values;
    for (std::size_t i = 0; i < lane.timings.size(); ++i)
        if (const auto& value = lane.timings[i].*part; value && kept(lane, i))
            values.push_back(*value);
    if (values.empty()) return std::nullopt;
    return median(values);
}

/// The kept step whose parts stand for all, the median one; null where none was measured.
const Timing* middleEpoch(const Lane& lane) {
    std::vector<double> times_ms;
    std::vector<const Timing*> epochs;
    for (std::size_t i = 0; i < lane.timings.size(); ++i) {
        if (!kept(lane, i) || !lane.timings[i].evaluation_ms) continue;
        times_ms.push_back(lane.timings[i].wall_ms);
        epochs.push_back(&lane.timings[i]);
    }
    return epochs.empty() ? nullptr : epochs[middleIndex(times_ms)];
}

std::optional<double> tail(const Lane& lane, std::span<const double> sorted, double percentile) {
    // The calls of a block are averaged: its tail is not that of the calls.
    if (lane.calls_per_sample > 1) return std::nullopt;
    const auto bound = percentileBoundOfSorted(sorted, percentile);
    return bound ? std::optional(bound->value) : std::nullopt;
}

Summary summaryOf(const Lane& lane) {
    const std::span<const double> samples = lane.rule->samples();
    const std::span<const double> sorted = lane.rule->sorted();
    const MedianEstimate& estimate = lane.rule->estimate();
    const double calls = static_cast<double>(lane.calls_per_sample);
    double total_ms = 0;
    for (const double sample : samples) total_ms += sample * calls;
    const double images = static_cast<double>(samples.size()) * calls *
                          static_cast<double>(lane.prepared.images_per_call);
    return {.n = static_cast<std::int64_t>(samples.size()),
            .calls_per_sample = lane.calls_per_sample,
            .median_ms = estimate.median,
            .ci95_ms = estimate.ci95,
            .mean_ms = mean(samples),
            .min_ms = sorted.front(),
            .p25_ms = quantileOfSorted(sorted, 0.25),
            .p75_ms = quantileOfSorted(sorted, 0.75),
            .max_ms = sorted.back(),
            .p90_ms = tail(lane, sorted, 0.90),
            .p99_ms = tail(lane, sorted, 0.99),
            .device_median_ms = medianOf(lane, &Timing::device_ms),
            .submit_median_ms = medianOf(lane, &Timing::submit_ms),
            .throughput_per_s = throughputPerS(images, total_ms)};
}

Parts partsOf(const Lane& lane, double median_ms) {
    const Timing* const epoch = middleEpoch(lane);
    const auto timeOf = [&](std::optional<double> Timing::*part) {
        return epoch ? epoch->*part : medianOf(lane, part);
    };
    Parts parts{.decode_ms = lane.prepared.decode_ms,
                .resize_ms = lane.prepared.resize_ms,
                .h2d_ms = timeOf(&Timing::h2d_ms),
                .compute_ms = timeOf(&Timing::compute_ms),
                .d2h_ms = timeOf(&Timing::d2h_ms),
                .data_ms = timeOf(&Timing::data_ms),
                .evaluation_ms = timeOf(&Timing::evaluation_ms),
                .copies_included = lane.prepared.copies_included};
    if (parts.compute_ms) {
        // Defined as the rest, so that the bar's pieces always make up the time that is shown.
        const double copies_ms =
            parts.copies_included ? parts.h2d_ms.value_or(0) + parts.d2h_ms.value_or(0) : 0.0;
        parts.unexplained_ms = median_ms - *parts.compute_ms - copies_ms -
                               parts.data_ms.value_or(0) - parts.evaluation_ms.value_or(0);
    }
    return parts;
}

void diagnoseInto(ResultRecord& result, const Lane& lane) {
    const std::size_t n = lane.rule->samples().size();
    std::set<std::string> found = lane.flags;
    for (std::string& flag : diagnose(lane.rule->samples(), lane.rule->estimate()).flags)
        found.insert(std::move(flag));
    for (std::size_t i = 0; i < lane.samples.discard.size(); ++i)
        if (!kept(lane, i))
            ++result
                  .discarded[std::string(word(static_cast<DiscardCause>(lane.samples.discard[i])))];
    if (tooManyDiscarded(n, lane.samples.discard.size() - n))
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

ResultRecord resultOf(const Lane& lane, Status status, std::optional<Reason> reason) {
    ResultRecord result;
    result.cell = lane.cell.id;
    result.status = status;
    result.reason = std::move(reason);
    result.input = lane.prepared.input;
    result.weights = lane.prepared.weights;
    if (lane.output) result.output = lane.output->record;
    result.warm_up_calls = lane.warm_up_calls;
    result.warm_up_ms = lane.warm_up_ms;
    result.forecast_bytes = lane.forecast_bytes;
    if (lane.peak_bytes > 0) result.peak_bytes = lane.peak_bytes;
    result.parameters = lane.prepared.parameters;
    result.flop = lane.prepared.flop;
    result.bytes_moved = lane.prepared.bytes_moved;
    if (lane.rule && !lane.rule->samples().empty()) {
        result.summary = summaryOf(lane);
        result.parts = partsOf(lane, result.summary->median_ms);
        diagnoseInto(result, lane);
        if (lane.rule->cause() == StopCause::TimeLimit) {
            Json unmet = Json::array();
            for (const std::string_view criterion : lane.rule->unmet())
                unmet.push_back(std::string(criterion));
            result.extra["unmet"] = std::move(unmet);
        }
    }
    return result;
}

Result<double> agreement(const Output& reference, const Output& other, double tolerance) {
    if (reference.values.size() != other.values.size() ||
        reference.record.shape != other.record.shape || reference.values.empty())
        return fail("outputs_shape_differs");
    float largest = 0;
    float difference = 0;
    for (std::size_t i = 0; i < reference.values.size(); ++i) {
        if (!std::isfinite(reference.values[i]) || !std::isfinite(other.values[i]))
            return fail("output_not_finite");
        largest = std::max(largest, std::abs(reference.values[i]));
        difference = std::max(difference, std::abs(reference.values[i] - other.values[i]));
    }
    // A network that answers zero everywhere recognises nothing; equal zeros are equal all the
    // same.
    const double error = largest > 0 ? double{difference} / double{largest} : double{difference};
    if (error > tolerance)
        return fail("outputs_disagree", {{"error", error}, {"tolerance", tolerance}});

    // Rows of classes: the answer to each image of the batch must be the same one.
    const auto classes = static_cast<std::ptrdiff_t>(reference.record.shape.back());
    const auto rows = static_cast<std::ptrdiff_t>(reference.values.size()) / classes;
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
        const auto expected = reference.values.begin() + row * classes;
        const auto found = other.values.begin() + row * classes;
        const auto best = std::max_element(expected, expected + classes) - expected;
        const auto top = std::max_element(found, found + classes) - found;
        if (expected[best] - expected[top] > 2 * tolerance * largest)
            return fail("outputs_differ_in_class", {{"expected", best}, {"found", top}});
    }
    return error;
}

}  // namespace duelo
