// SPDX-License-Identifier: Apache-2.0
#include "stats/scaling_fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "stats/student.h"
#include "stats/verdict.h"

namespace duelo {

namespace {

/// The least ratio at which a difference without intervals counts; very few rounds need it too.
constexpr double kObvious = 1.2;
/// Nobody measures the time of a table better, and digits of a typed one are cut.
constexpr double kLeastScatter = 1e-3;
constexpr double kNormal95 = 1.95996;

double shareOf(double speed_up, int workers) {
    const double p = workers;
    return (1 / speed_up - 1 / p) / (1 - 1 / p);
}

const WorkersTime* baseOf(std::span<const WorkersTime> times) {
    const auto base = std::ranges::find(times, 1, &WorkersTime::workers);
    return base == times.end() || !isPositive(base->ms) ? nullptr : &*base;
}

/// Time with b / time with a, where it is shown that b takes longer.
std::optional<double> shownLonger(const WorkersTime& a, const WorkersTime& b) {
    const double factor = b.ms / a.ms;
    if (!isPositive(factor)) return std::nullopt;
    const bool shown =
        a.ci95_ms && b.ci95_ms
            ? compareUnpaired({a.ms, a.ci95_ms}, {b.ms, b.ci95_ms}).verdict == Verdict::Slower
            : factor >= kObvious;
    return shown ? std::optional(factor) : std::nullopt;
}

/// Logarithms of what was measured, and what a share makes of them.
struct Curve {
    std::vector<double> logs;
    std::function<double(double serial, std::size_t i)> predicted;  ///< a logarithm too
    bool free_scale = false;  ///< all may lie higher or lower by the same
    double variance = 0;      ///< of each, by its interval

    [[nodiscard]] std::vector<double> residues(double serial) const {
        std::vector<double> all;
        for (std::size_t i = 0; i < logs.size(); ++i) all.push_back(logs[i] - predicted(serial, i));
        const double centre = free_scale ? mean(all) : 0;
        for (double& residue : all) residue -= centre;
        return all;
    }
    [[nodiscard]] double squares(double serial) const {
        double sum = 0;
        for (const double residue : residues(serial)) sum += residue * residue;
        return sum;
    }
};

double varianceOf(const Interval& ci) {
    const double deviation = std::log(ci.high / ci.low) / (2 * kNormal95);
    return std::isfinite(deviation) ? deviation * deviation : 0;
}

/// The least of `f` between these by the golden section.
double leastOf(const std::function<double(double)>& f, double low, double high) {
    constexpr double kGolden = 0.6180339887498949;
    for (int i = 0; i < 80; ++i) {
        const double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
        (f(a) <= f(b) ? high : low) = f(a) <= f(b) ? b : a;
    }
    return (low + high) / 2;
}

/// Returns the bound, which lies between a place inside it and one outside.
double edgeOf(const std::function<bool(double)>& inside, double in, double out) {
    for (int i = 0; i < 60; ++i) (inside((in + out) / 2) ? in : out) = (in + out) / 2;
    return in;
}

Result<ScalingFit> fitted(const Curve& curve, std::size_t points) {
    // Small shares decide with many workers, so they are looked at closely.
    constexpr int kSteps = 200;
    const auto shareAt = [=](int i) {
        const double root = std::clamp(static_cast<double>(i) / kSteps, 0.0, 1.0);
        return root * root;
    };
    const auto squares = [&](double serial) { return curve.squares(serial); };
    int best = 0;
    std::vector<double> all;
    for (int i = 0; i <= kSteps; ++i) {
        all.push_back(squares(shareAt(i)));
        if (all.back() < all[static_cast<std::size_t>(best)]) best = i;
    }
    ScalingFit fit;
    fit.serial = leastOf(squares, shareAt(best - 1), shareAt(best + 1));
    const std::size_t unknown = curve.free_scale ? 2 : 1, freedom = curve.logs.size() - unknown;
    const double least = squares(fit.serial), t = studentT95(freedom);
    const double variance = std::max(
        {least / static_cast<double>(freedom), curve.variance, kLeastScatter * kLeastScatter});
    const auto inside = [&](double serial) { return squares(serial) <= least + t * t * variance; };
    const auto edge = [&](int step) {
        for (int i = best + step; i >= 0 && i <= kSteps; i += step)
            if (!inside(shareAt(i))) return edgeOf(inside, fit.serial, shareAt(i));
        return shareAt(step < 0 ? 0 : kSteps);
    };
    fit.ci95 = Interval{edge(-1), edge(1)};
    for (const double residue : curve.residues(fit.serial))
        fit.residue = std::max(fit.residue, std::abs(std::exp(residue) - 1));
    if (fit.residue > kWorstScalingResidue)
        return fail("scaling_bad_fit", {{"miss_percent", 100 * fit.residue}});
    fit.points = points;
    return fit;
}

Reason fewPoints(std::size_t points) {
    return {"scaling_few_points", {{"points", points}, {"least", kLeastScalingPoints}}, {}};
}

std::optional<Reason> beyondTheIdeal(std::span<const SpeedUp> speed_ups) {
    const SpeedUp* above = superlinear(speed_ups);
    if (!above) return std::nullopt;
    return Reason{
        "scaling_superlinear", {{"workers", above->workers}, {"factor", above->ratio}}, {}};
}

}  // namespace

std::optional<Interval> SpeedUp::efficiencyInterval() const {
    if (!ci95) return std::nullopt;
    return Interval{ci95->low / workers, ci95->high / workers};
}

std::optional<double> SpeedUp::serialShare() const {
    if (workers < 2 || !isPositive(ratio)) return std::nullopt;
    return shareOf(ratio, workers);
}

std::optional<Interval> SpeedUp::serialInterval() const {
    if (workers < 2 || !ci95 || !isPositive(ci95->low)) return std::nullopt;
    return Interval{shareOf(ci95->high, workers), shareOf(ci95->low, workers)};
}

std::vector<SpeedUp> speedUps(std::span<const WorkersTime> times) {
    std::vector<SpeedUp> all;
    const WorkersTime* base = baseOf(times);
    if (!base) return all;
    for (const WorkersTime& time : times) {
        if (&time == base || time.workers < 2 || !isPositive(time.ms)) continue;
        const RatioEstimate ratio =
            compareUnpaired({base->ms, base->ci95_ms}, {time.ms, time.ci95_ms});
        all.push_back({time.workers, ratio.ratio, ratio.ci95});
    }
    return all;
}

std::optional<SlowedDown> slowedDown(std::span<const WorkersTime> times) {
    std::optional<SlowedDown> worst;
    for (const WorkersTime& a : times)
        for (const WorkersTime& b : times) {
            if (a.workers >= b.workers) continue;
            const auto factor = shownLonger(a, b);
            if (factor && (!worst || *factor > worst->factor))
                worst = SlowedDown{a.workers, b.workers, *factor};
        }
    return worst;
}

const SpeedUp* superlinear(std::span<const SpeedUp> speed_ups) {
    const SpeedUp* farthest = nullptr;
    for (const SpeedUp& one : speed_ups) {
        const bool above = one.ci95 ? one.ci95->low > one.workers * (1 + unpaired_least_effect)
                                    : one.ratio >= one.workers * kObvious;
        if (above && (!farthest || one.efficiency() > farthest->efficiency())) farthest = &one;
    }
    return farthest;
}

std::optional<EfficiencyRise> efficiencyRise(std::span<const SpeedUp> speed_ups) {
    const auto shown = [](const SpeedUp& a, const SpeedUp& b) {
        const auto before = a.efficiencyInterval(), after = b.efficiencyInterval();
        return before && after ? after->low > before->high * (1 + unpaired_least_effect)
                               : b.efficiency() >= a.efficiency() * kObvious;
    };
    std::optional<EfficiencyRise> steepest;
    for (const SpeedUp& a : speed_ups)
        for (const SpeedUp& b : speed_ups) {
            if (a.workers >= b.workers || !isPositive(a.ratio) || !shown(a, b)) continue;
            if (!steepest || b.efficiency() / a.efficiency() >
                                 steepest->to.efficiency() / steepest->from.efficiency())
                steepest = EfficiencyRise{a, b};
        }
    return steepest;
}

SerialTrend serialTrend(std::span<const SpeedUp> speed_ups) {
    std::vector<std::pair<int, Interval>> shares;
    for (const SpeedUp& one : speed_ups)
        if (const auto share = one.serialInterval()) shares.emplace_back(one.workers, *share);
    if (speed_ups.size() < 2 || shares.size() < speed_ups.size()) return SerialTrend::Unknown;
    std::ranges::sort(shares, {}, &std::pair<int, Interval>::first);
    // Enough of all before: the end that a later share must leave behind to be another.
    double least_high = HUGE_VAL, greatest_low = -HUGE_VAL;
    bool rises = false, falls = false;
    for (const auto& [workers, share] : shares) {
        rises |= share.low > least_high;
        falls |= share.high < greatest_low;
        least_high = std::min(least_high, share.high);
        greatest_low = std::max(greatest_low, share.low);
    }
    if (rises && falls) return SerialTrend::Mixed;
    return rises ? SerialTrend::Rising : falls ? SerialTrend::Falling : SerialTrend::Steady;
}

Result<ScalingFit> fitAmdahl(std::span<const WorkersTime> times) {
    if (!baseOf(times)) return fail("scaling_base_missing");
    Curve curve{.logs = {}, .predicted = {}, .free_scale = true};
    std::vector<int> workers;
    for (const WorkersTime& time : times) {
        if (time.workers < 1 || !isPositive(time.ms)) continue;
        workers.push_back(time.workers);
        curve.logs.push_back(std::log(time.ms));
        if (time.ci95_ms) curve.variance = std::max(curve.variance, varianceOf(*time.ci95_ms));
    }
    const std::size_t points = std::set<int>(workers.begin(), workers.end()).size();
    if (points < kLeastScalingPoints) return tl::unexpected(fewPoints(points));
    if (const auto slowed = slowedDown(times))
        return fail("scaling_slowed_down",
                    {{"from", slowed->from}, {"to", slowed->to}, {"factor", slowed->factor}});
    if (auto above = beyondTheIdeal(speedUps(times))) return tl::unexpected(std::move(*above));
    curve.predicted = [&](double serial, std::size_t i) {
        return -std::log(amdahlSpeedUp(serial, workers[i]));
    };
    return fitted(curve, points);
}

Result<ScalingFit> fitGustafson(std::span<const SpeedUp> scaled) {
    Curve curve;
    std::vector<int> workers;
    for (const SpeedUp& one : scaled) {
        if (one.workers < 2 || !isPositive(one.ratio)) continue;
        workers.push_back(one.workers);
        curve.logs.push_back(std::log(one.ratio));
        if (one.ci95) curve.variance = std::max(curve.variance, varianceOf(*one.ci95));
    }
    if (workers.empty()) return fail("scaling_base_missing");
    const std::size_t points = 1 + std::set<int>(workers.begin(), workers.end()).size();
    if (points < kLeastScalingPoints) return tl::unexpected(fewPoints(points));
    if (auto above = beyondTheIdeal(scaled)) return tl::unexpected(std::move(*above));
    curve.predicted = [&](double serial, std::size_t i) {
        return std::log(gustafsonSpeedUp(serial, workers[i]));
    };
    return fitted(curve, points);
}

double amdahlSpeedUp(double serial, int workers) {
    return 1 / (serial + (1 - serial) / workers);
}

double gustafsonSpeedUp(double serial, int workers) {
    return workers - serial * (workers - 1);
}

}  // namespace duelo
