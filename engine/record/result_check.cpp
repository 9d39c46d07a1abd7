// SPDX-License-Identifier: Apache-2.0
#include "record/result_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "plan/protocol.h"
#include "stats/statistics.h"

namespace duelo {

namespace {

constexpr double kRounding_ms = 1e-6;  ///< encode()
constexpr double kRelative = 1e-6;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Samples that count, in order, and how many of them each round gave.
struct Counted {
    std::vector<double> ms{};
    std::vector<std::size_t> rounds{};
    int round = 0;  ///< of the latest

    void add(double wall_ms, int of_round) {
        if (rounds.empty() || round != of_round) rounds.push_back(0);
        round = of_round;
        ++rounds.back();
        ms.push_back(wall_ms);
    }
};

bool agree(double found, double expected) {
    return std::abs(found - expected) <= kRounding_ms + kRelative * std::abs(expected);
}

/// The ends that an interval may have. Whether it is made of calls or of rounds hangs on a
/// threshold (estimateMedian()), which the rounding of the samples may cross.
struct Ends {
    Interval narrow{}, wide{};
};

/// Where there are too few rounds for one, that of the calls is told, or of a process its median.
/// `sorted`: their times, ascending.
Ends endsOf(const Counted& some, const std::vector<double>& sorted, bool whole) {
    const double middle = quantileOfSorted(sorted, 0.5);
    std::vector<double> medians;
    medians.reserve(some.rounds.size());
    std::size_t begin = 0;
    for (const std::size_t size : some.rounds) {
        medians.push_back(median(std::span(some.ms).subspan(begin, size)));
        begin += size;
    }
    const Interval none{middle, middle};
    const Interval calls = medianIntervalOfSorted(sorted).value_or(none);
    Interval rounds = medianInterval(medians).value_or(whole ? calls : none);
    rounds = {std::min(rounds.low, middle), std::max(rounds.high, middle)};
    return {.narrow = {std::max(calls.low, rounds.low), std::min(calls.high, rounds.high)},
            .wide = {std::min(calls.low, rounds.low), std::max(calls.high, rounds.high)}};
}

/// Joins the ends of several processes as worstInterval() joins their intervals.
Ends endsOf(const Counted& all, const std::vector<double>& sorted,
            const std::map<int, Counted>& processes) {
    Ends ends = endsOf(all, sorted, true);
    const auto join = [](Interval& to, const Interval& own) {
        to = {std::min(to.low, own.low), std::max(to.high, own.high)};
    };
    if (processes.size() < 2) return ends;
    for (const auto& [process, own] : processes) {
        if (own.ms.empty()) continue;
        const Ends its = endsOf(own, sortedCopy(own.ms), false);
        join(ends.narrow, its.narrow);
        join(ends.wide, its.wide);
    }
    return ends;
}

/// Returns the median of the values that were measured and count.
double medianOf(const std::vector<double>& values, const Samples& samples) {
    std::vector<double> counted;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (samples.counts(i) && !std::isnan(values[i])) counted.push_back(values[i]);
    return median(counted);
}

Reason contradiction(const std::string& figure, double found, double expected) {
    return {"result_contradicts_samples",
            {{"figure", figure}, {"found_exact", found}, {"expected_exact", expected}},
            {}};
}

bool agreeAsRates(const Metric& found, const Metric& expected) {
    const auto fits = [](double a, double b) { return std::abs(a - b) <= kRelative * std::abs(b); };
    if (!fits(found.value, expected.value)) return false;
    if (!found.ci95) return true;
    return expected.ci95 && fits(found.ci95->low, expected.ci95->low) &&
           fits(found.ci95->high, expected.ci95->high);
}

/// Each rate, and each time of one, is that of one of the quantities of a call (rateOf(),
/// timeOfEach()).
std::optional<Reason> wrongRate(const ResultRecord& result) {
    if (result.quantities.empty()) return std::nullopt;
    for (const Metric& metric : result.metrics) {
        const bool each = metric.unit == kEachUnit;
        if (!each && !metric.unit.ends_with("/s")) continue;
        double expected = kNone;
        const bool known = std::ranges::any_of(result.quantities, [&](const auto& quantity) {
            const auto per_call = static_cast<double>(quantity.second);
            if (each && !(per_call > 0)) return false;  // of nothing no time is that of each
            const Metric own = each ? timeOfEach(metric.id, per_call, *result.summary)
                                    : rateOf(metric.id, metric.unit, per_call, *result.summary);
            // Of several the one that comes closest was meant.
            if (!(std::abs(own.value - metric.value) >= std::abs(expected - metric.value)))
                expected = own.value;
            return agreeAsRates(metric, own);
        });
        if (!known) return contradiction(metric.id, metric.value, expected);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Reason> contradictionOf(const ResultRecord& result, const Samples& samples) {
    if (!result.summary || samples.wall_ms.empty()) return std::nullopt;
    const Summary& told = *result.summary;
    Counted all;
    all.ms.reserve(samples.wall_ms.size());
    std::map<int, Counted> processes;  // of several
    for (std::size_t i = 0; i < samples.wall_ms.size(); ++i) {
        Counted* own = samples.process.empty() ? nullptr : &processes[samples.process[i]];
        // No more are kept than this, under any preset (DMP-1 step 8).
        if (!samples.counts(i) || all.ms.size() == Protocol{}.n_max) continue;
        const int round = samples.round.empty() ? static_cast<int>(i) : samples.round[i];
        all.add(samples.wall_ms[i], round);
        if (own) own->add(samples.wall_ms[i], round);
    }
    const std::vector<double> sorted = sortedCopy(all.ms);

    struct Figure {
        const char* name;
        std::optional<double> found;
        double expected;
    };
    const auto tail = [&](const std::optional<double>& found, double percentile) {
        if (!found || told.calls_per_sample > 1) return kNone;  // blocks have none
        const auto bound = percentileBoundOfSorted(sorted, percentile);
        return bound ? bound->value : kNone;
    };
    std::vector<Figure> figures{
        {"n", static_cast<double>(told.n), static_cast<double>(all.ms.size())},
        {"median_ms", told.median_ms, quantileOfSorted(sorted, 0.5)},
        {"min_ms", told.min_ms, quantileOfSorted(sorted, 0)},
        {"max_ms", told.max_ms, quantileOfSorted(sorted, 1)},
        {"mean_ms", told.mean_ms, mean(all.ms)},
        {"p25_ms", told.p25_ms, quantileOfSorted(sorted, 0.25)},
        {"p75_ms", told.p75_ms, quantileOfSorted(sorted, 0.75)},
        {"p90_ms", told.p90_ms, tail(told.p90_ms, 0.90)},
        {"p99_ms", told.p99_ms, tail(told.p99_ms, 0.99)},
        {"device_median_ms", told.device_median_ms, medianOf(samples.device_ms, samples)},
        {"submit_median_ms", told.submit_median_ms, medianOf(samples.submit_ms, samples)}};
    // Most intervals are those of the calls: the medians of all rounds need not be asked.
    const auto calls = medianIntervalOfSorted(sorted);
    const auto& ci = told.ci95_ms;
    const bool of_calls = ci && calls && processes.size() < 2 && agree(ci->low, calls->low) &&
                          agree(ci->high, calls->high);
    if (ci && !of_calls) {
        const bool enough = medianRanks(sorted.size()).has_value();
        const Ends ends = endsOf(all, sorted, processes);
        const auto nearest = [&](double end, double a, double b) {
            return enough ? std::clamp(end, a, b) : kNone;
        };
        figures.push_back(
            {"ci95_low_ms", ci->low, nearest(ci->low, ends.wide.low, ends.narrow.low)});
        figures.push_back(
            {"ci95_high_ms", ci->high, nearest(ci->high, ends.narrow.high, ends.wide.high)});
    }
    for (const Figure& figure : figures)
        if (figure.found && !agree(*figure.found, figure.expected))
            return contradiction(figure.name, *figure.found, figure.expected);
    return wrongRate(result);
}

}  // namespace duelo
