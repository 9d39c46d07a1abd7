// SPDX-License-Identifier: Apache-2.0
#include "stats/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "stats/round_noise.h"
#include "stats/student.h"
#include "stats/validity.h"

namespace duelo {
namespace {

constexpr double z95 = 1.95996;
constexpr double z_decision = 3.29053;  // two-sided 99.9 %

/// Returns how many independent values n dependent ones are worth, for an AR(1) series: n (1 - r) /
/// (1 + r). The estimate of r is low in a short series by about (1 + 4 r) / n (Kendall 1954) and
/// uncertain by 1 / sqrt(n); it is corrected for the first and taken one standard error high,
/// because believing in an independence that is not there is what makes false verdicts.
double effectiveCount(std::size_t n, double lag1) {
    const double count = static_cast<double>(n);
    if (n < 6) return count;
    const double unbiased = (count * lag1 + 1) / (count - 4);
    const double cautious = std::clamp(unbiased + 1 / std::sqrt(count), 0.0, 0.99);
    return count * (1 - cautious) / (1 + cautious);
}

/// Half-width of the normal-theory interval in standard errors: Student's t at 99.9 % for 1 to 9
/// degrees of freedom; studentT95() is that of 95 %. From 11 independent values on, ranks give an
/// interval at 99.9 % (1 - 2 / 2^11) that assumes nothing about the distribution.
constexpr std::array<double, 9> t_decision = {636.62, 31.599, 12.924, 8.610, 6.869,
                                              5.959,  5.408,  5.041,  4.781};

/// The rank interval of `effective` independent values, stretched over the n sorted ones. Where
/// that many allow no ranks, the hull of all values and of Student's interval of their logarithms:
/// six calls of a second each do show that a GPU is ten times faster, not that it is 1 % faster.
std::optional<Interval> ratioInterval(std::span<const double> sorted, double effective,
                                      bool decision) {
    const auto independent = static_cast<std::size_t>(effective);
    const auto ranks = medianRanks(independent, decision ? decision_confidence : 0.95);
    if (ranks) {
        const double share =
            (static_cast<double>(ranks->low) - 0.5) / static_cast<double>(independent);
        const auto below = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
        return Interval{sorted[below], sorted[sorted.size() - 1 - below]};
    }
    if (sorted.size() < (decision ? 3 : 6) || independent < 2) return std::nullopt;
    std::vector<double> logs(sorted.begin(), sorted.end());
    for (double& value : logs) value = std::log(value);
    const double centre = mean(logs);
    double squares = 0;
    for (const double value : logs) squares += (value - centre) * (value - centre);
    const double deviation = std::sqrt(squares / (static_cast<double>(logs.size()) - 1));
    const double t = decision ? t_decision[std::min(independent - 2, t_decision.size() - 1)]
                              : studentT95(independent - 1);
    const double reach = t * deviation / std::sqrt(effective);
    return Interval{std::min(sorted.front(), std::exp(centre - reach)),
                    std::max(sorted.back(), std::exp(centre + reach))};
}

bool excludesOne(const Interval& interval) {
    return interval.low > 1 || interval.high < 1;
}

bool insideBand(const Interval& interval, double effect) {
    return interval.low >= 1 - effect && interval.high <= 1 + effect;
}

/// A difference anyone can see: every round at least 20 % to the same side, and the rounds differ
/// among themselves by no more than a third of that distance (a fifth of it when they are few). A
/// handful of slow calls is enough for that, and no estimate of dependence, which they would not
/// allow: a level that wanders so far is never so quiet meanwhile.
bool obvious(std::span<const double> sorted) {
    if (sorted.size() < 3) return false;
    const double low = std::log(sorted.front());
    const double high = std::log(sorted.back());
    const double nearest = std::min(std::abs(low), std::abs(high));
    const double agreement = sorted.size() < 12 ? 5 : 3;
    return low * high > 0 && nearest >= std::log(1.2) && nearest >= agreement * (high - low);
}

void decide(RatioEstimate& estimate, double least_effect) {
    estimate.verdict = Verdict::Inconclusive;
    if (!estimate.decision) {
        estimate.doubt = Doubt::FewRounds;
    } else if (excludesOne(*estimate.decision) && std::abs(estimate.ratio - 1) >= least_effect) {
        estimate.verdict = estimate.ratio > 1 ? Verdict::Faster : Verdict::Slower;
        estimate.doubt = Doubt::None;
    } else if (insideBand(*estimate.decision, least_effect)) {
        estimate.verdict = Verdict::Same;
        estimate.doubt = Doubt::None;
    } else {
        estimate.doubt = excludesOne(*estimate.decision) ? Doubt::Small : Doubt::Wide;
    }
}

/// First and last third apart, and not both clearly on the side of the verdict.
bool ratioDrifts(std::span<const double> ratios) {
    const auto drift = measureDrift(ratios);
    if (!drift || !drift->isShown()) return false;
    const std::size_t third = ratios.size() / 3;
    const double first = median(ratios.first(third)) - 1;
    const double last = median(ratios.last(third)) - 1;
    return first * last <= 0 || std::min(std::abs(first), std::abs(last)) < paired_least_effect;
}

/// Returns the doubt that the order of the rounds casts on a verdict that takes them as
/// independent. A difference that anyone can see needs no estimate of dependence. Where one is
/// made, it corrects the number of independent rounds too.
Doubt doubtOfRounds(std::span<const double> ratios, RatioEstimate& estimate, bool plain) {
    if (ratioDrifts(ratios)) return Doubt::Drifting;
    const bool decided = estimate.verdict == Verdict::Faster || estimate.verdict == Verdict::Slower;
    if (!decided || plain) return Doubt::None;
    std::vector<double> logs(ratios.begin(), ratios.end());
    for (double& value : logs) value = std::log(value);
    if (endsDisagree(logs, std::log1p(paired_least_effect))) return Doubt::Drifting;
    const RoundNoise noise = fitRoundNoise(logs);
    estimate.independent = noise.independent;
    return noise.gain < leastGain(logs.size()) ? Doubt::FewRounds : Doubt::None;
}

}  // namespace

std::string_view verdictName(Verdict verdict) {
    switch (verdict) {
        case Verdict::Faster:
            return "faster";
        case Verdict::Slower:
            return "slower";
        case Verdict::Same:
            return "same";
        case Verdict::Inconclusive:
            break;
    }
    return "inconclusive";
}

std::string_view doubtName(Doubt doubt) {
    switch (doubt) {
        case Doubt::FewRounds:
            return "few_rounds";
        case Doubt::Wide:
            return "interval_wide";
        case Doubt::Small:
            return "difference_small";
        case Doubt::Drifting:
            return "ratio_drifts";
        case Doubt::Flagged:
            return "cell_flagged";
        case Doubt::None:
            break;
    }
    return {};
}

std::optional<double> RatioEstimate::relativeHalfWidth() const {
    if (!decision || !(ratio > 0)) return std::nullopt;
    return decision->width() / 2 / ratio;
}

RatioEstimate comparePaired(std::span<const double> base_ms, std::span<const double> candidate_ms) {
    std::vector<double> ratios;
    const std::size_t pairs = std::min(base_ms.size(), candidate_ms.size());
    ratios.reserve(pairs);
    for (std::size_t i = 0; i < pairs; ++i) {
        if (isPositive(base_ms[i]) && isPositive(candidate_ms[i]))
            ratios.push_back(base_ms[i] / candidate_ms[i]);
    }

    RatioEstimate estimate;
    estimate.rounds = ratios.size();
    if (ratios.empty()) return estimate;
    const std::vector<double> sorted = sortedCopy(ratios);
    estimate.ratio = quantileOfSorted(sorted, 0.5);
    estimate.lag1 = robustLag1(ratios);
    const double effective = effectiveCount(ratios.size(), estimate.lag1);
    estimate.independent = effective;
    estimate.ci95 = ratioInterval(sorted, effective, false);
    estimate.decision = ratioInterval(sorted, effective, true);
    decide(estimate, paired_least_effect);
    const bool plain = obvious(sorted);
    if (estimate.verdict == Verdict::Inconclusive && plain) {
        estimate.verdict = estimate.ratio > 1 ? Verdict::Faster : Verdict::Slower;
        estimate.doubt = Doubt::None;
    }
    if (const Doubt doubt = doubtOfRounds(ratios, estimate, plain); doubt != Doubt::None) {
        estimate.verdict = Verdict::Inconclusive;
        estimate.doubt = doubt;
    }
    return estimate;
}

RatioEstimate compareUnpaired(const MedianWithInterval& base, const MedianWithInterval& candidate) {
    RatioEstimate estimate;
    if (!isPositive(base.median) || !isPositive(candidate.median)) return estimate;
    estimate.ratio = base.median / candidate.median;
    if (!base.ci95 || !candidate.ci95) return estimate;
    const auto combine = [&](double stretch) -> std::optional<Interval> {
        const auto widened = [stretch](const MedianWithInterval& value) {
            return Interval{value.median - stretch * (value.median - value.ci95->low),
                            value.median + stretch * (value.ci95->high - value.median)};
        };
        const Interval a = widened(base);
        const Interval b = widened(candidate);
        if (!(a.low > 0) || !(b.low > 0)) return std::nullopt;
        return Interval{a.low / b.high, a.high / b.low};
    };
    estimate.ci95 = combine(1);
    // A record holds the 95 % interval only; the sampling error of a median is close to normal.
    estimate.decision = combine(z_decision / z95);
    decide(estimate, unpaired_least_effect);
    return estimate;
}

}  // namespace duelo
