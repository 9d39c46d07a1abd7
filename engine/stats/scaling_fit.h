// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "stats/statistics.h"

/// The speed-up that more workers (threads, processes, instances) bring to the same work. Without
/// intervals, as in a table that somebody typed, only a difference of 20 % counts as shown.
namespace duelo {

struct WorkersTime {
    int workers = 0;  ///< 1 or more
    double ms = 0;
    std::optional<Interval> ci95_ms{};
};

/// The speed-up over one worker; it is measured, never taken from a fit.
struct SpeedUp {
    int workers = 0;
    double ratio = 0;
    std::optional<Interval> ci95{};

    /// Returns the share of the ideal, `workers` times as fast, that was reached.
    [[nodiscard]] double efficiency() const { return ratio / workers; }
    [[nodiscard]] std::optional<Interval> efficiencyInterval() const;
    /// The share of the work that would have to be serial for this speed-up, were that the only
    /// cause: (1/S - 1/p) / (1 - 1/p) (Karp, Flatt: Measuring parallel processor performance,
    /// Communications of the ACM 33, 1990). Below 0 beyond the ideal; nothing for one worker.
    [[nodiscard]] std::optional<double> serialShare() const;
    [[nodiscard]] std::optional<Interval> serialInterval() const;
    /// Tell whether that share is no share of anything: above 1 where more workers take longer than
    /// one, which is contention, below 0 beyond the ideal.
    [[nodiscard]] bool isContention() const { return serialShare().value_or(0) > 1; }
    [[nodiscard]] bool isBeyondIdeal() const { return serialShare().value_or(0) < 0; }
};

/// Returns the speed-ups of all other times against that of one worker, in their order; empty where
/// that one is missing.
[[nodiscard]] std::vector<SpeedUp> speedUps(std::span<const WorkersTime> times);

/// More workers took longer than fewer did: no share of serial work explains that.
struct SlowedDown {
    int from = 0, to = 0;  ///< workers
    double factor = 0;     ///< time with `to` / time with `from`
};
/// Returns the strongest that is shown (compareUnpaired()); nothing where none is.
[[nodiscard]] std::optional<SlowedDown> slowedDown(std::span<const WorkersTime> times);
/// The speed-up that is farthest above its workers, where that is shown.
[[nodiscard]] const SpeedUp* superlinear(std::span<const SpeedUp> speed_ups);

/// More workers were better used than fewer were, which no law of scaling says (S4-M12).
struct EfficiencyRise {
    SpeedUp from{}, to{};
};
/// The steepest that is shown; nothing where none is.
[[nodiscard]] std::optional<EfficiencyRise> efficiencyRise(std::span<const SpeedUp> speed_ups);

/// The trend of Karp and Flatt's share with more workers: it stays where serial work is the cause,
/// and rises where every worker adds something.
enum class SerialTrend { Unknown, Steady, Rising, Falling, Mixed };
/// Compares each number of workers with all smaller ones: it rises or falls where intervals have
/// nothing in common, is mixed where it does both, and is steady otherwise.
[[nodiscard]] SerialTrend serialTrend(std::span<const SpeedUp> speed_ups);

/// Two points always agree with some share, so they show none; three leave nothing to tell a bad
/// fit by.
inline constexpr std::size_t kLeastScalingPoints = 4;
/// A law that misses a time by more does not describe the table.
inline constexpr double kWorstScalingResidue = 0.2;

struct ScalingFit {
    double serial = 0;   ///< share, from 0 to 1
    Interval ci95{};     ///< of it
    double residue = 0;  ///< largest |measured / fitted - 1| of the points
    std::size_t points = 0;
};

/// Amdahl's law: time(p) = time(1) (s + (1 - s) / p) (Amdahl: Validity of the single processor
/// approach, AFIPS Spring Joint Computer Conference 1967).
///
/// Least squares of the logarithm of time, because errors of times are relative, over the share s
/// and time(1), which is a measurement like the others. The interval is that of the profile
/// likelihood, all shares whose squares exceed the least by no more than t^2 variances (Bates,
/// Watts: Nonlinear regression analysis and its applications, 1988): one of the tangent would leave
/// 0 and 1. The variance is the larger of what the residues and what the intervals of the times
/// say.
/// Reasons: "scaling_base_missing", "scaling_few_points" {points, least}, "scaling_slowed_down"
/// {from, to, factor}, "scaling_superlinear" {workers, factor}, "scaling_bad_fit" {miss_percent}:
/// what the law cannot describe.
[[nodiscard]] Result<ScalingFit> fitAmdahl(std::span<const WorkersTime> times);

/// Gustafson's law: S(p) = p - s (p - 1), of work that grows with the workers (Gustafson:
/// Reevaluating Amdahl's law, Communications of the ACM 31, 1988); s is the serial share of the
/// time with all workers. Each speed-up is that of its own work, p times that of one worker, which
/// counts as a point. The same squares and interval. Reasons: those of fitAmdahl() but
/// "scaling_slowed_down".
[[nodiscard]] Result<ScalingFit> fitGustafson(std::span<const SpeedUp> scaled);

/// Speed-up that a share predicts.
[[nodiscard]] double amdahlSpeedUp(double serial, int workers);
[[nodiscard]] double gustafsonSpeedUp(double serial, int workers);

}  // namespace duelo
