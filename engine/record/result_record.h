// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/words.h"
#include "record/fingerprint.h"
#include "stats/statistics.h"

/// The result of a cell: the "result" line of a record file.
namespace duelo {

enum class Status { Done, Skipped, Failed, Cancelled };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<Status>{"done", "skipped", "failed",
                                                                 "cancelled"};

/// The kept samples of one cell in figures (definitions: stats/statistics.h).
struct Summary {
    std::int64_t n = 0;
    int calls_per_sample = 1;
    double median_ms = 0;
    /// Absent below 6 samples; of several processes the worst case (worstInterval()).
    std::optional<Interval> ci95_ms{};
    double mean_ms = 0, min_ms = 0, p25_ms = 0, p75_ms = 0, max_ms = 0;
    std::optional<double> p90_ms{}, p99_ms{};  ///< only where n supports them
    /// The device's is the span between its events, with the gaps in which it waits for a launch.
    std::optional<double> device_median_ms{}, submit_median_ms{};
};

/// A part of a call's time (P-03), by a name of the experiment's Spec, in its median sample. Those
/// inside the call make up its time together with what is unexplained; others were measured apart,
/// or once before it.
struct PartTime {
    std::string id{};
    double ms = 0;
    bool inside = true;
};
/// Parts in the order in which they happen.
using Parts = std::vector<PartTime>;

[[nodiscard]] std::optional<double> partMs(const Parts& parts, std::string_view id);
/// Returns the parts of the call whose time is the median of these, or, where the median is that of
/// two calls, the means of both; so they add up as it does, unlike medians of each part. `wall_ms`
/// is parallel to `calls`.
[[nodiscard]] Parts middleParts(std::span<const Parts> calls, std::span<const double> wall_ms);
/// Adds a part "unexplained" after them: what the parts inside leave of `wall_ms`, so that the
/// pieces of a bar make up the time that is shown; 0 where only rounding is left. Unchanged where
/// none is inside.
[[nodiscard]] Parts withUnexplained(Parts parts, double wall_ms);

/// A figure that was measured beside the time, or that says the time otherwise: a rate, a test
/// accuracy.
struct Metric {
    std::string id{};
    std::string unit{};  ///< such as "image/s"; empty: a number without one
    double value = 0;
    std::optional<Interval> ci95{};
};

/// Returns the rate of something of which a call does `per_call`: how much of it is done in a
/// second. It is that of the median call, so that the rate and the time beside it say the same, as
/// do their intervals.
[[nodiscard]] Metric rateOf(std::string id, std::string unit, double per_call,
                            const Summary& summary);

/// Returns the inverse of a rate: how long one of them takes, in kEachUnit.
[[nodiscard]] Metric timeOfEach(std::string id, double per_call, const Summary& summary);
inline constexpr std::string_view kEachUnit = "ns";

/// Identity::origin of weights that nobody trained.
inline constexpr std::string_view kRandomOrigin = "random";

/// A thing that the work was done with, by a name of the experiment ("input", "weights"): equal
/// digests on two sides are the same thing.
struct Identity {
    std::string id{};
    std::string sha256{};
    std::string origin{};  ///< of weights: "official", "other", kRandomOrigin
    std::string file{};
    std::vector<std::int64_t> shape{};
    std::vector<Reason> notes{};  ///< what was converted, e.g. 16 bits to 8
};

/// The energy that calls in a row took (P-12), after all samples: that of everything that the
/// device did meanwhile, idle power and other programs included.
struct EnergyUse {
    /// The counter: "rapl", that of the processor's packages; "nvml", that of the whole card.
    std::string source{};
    double joules = 0;
    std::int64_t calls = 0;
    double span_ms = 0;

    [[nodiscard]] double perCallJ() const { return joules / static_cast<double>(calls); }
};

struct ResultRecord {
    std::string cell{};
    Status status = Status::Done;
    std::optional<Reason> reason{};  ///< always there unless done
    std::optional<Summary> summary{};
    Parts parts{};
    std::vector<Metric> metrics{};
    std::map<std::string, std::int64_t> quantities{};  ///< of one call: images, flop, bytes
    std::vector<Identity> identities{};
    std::optional<Fingerprint> fingerprint{};
    /// Against the fingerprint of the case's base, relative to its largest value.
    std::optional<double> max_error{};
    /// The product of the work, so that a run is visibly the recognition of something (S0-48), as
    /// its experiment writes it.
    Json output = Json::object();
    std::vector<std::string> flags{};        ///< codes of stats/validity.h
    std::map<std::string, int> discarded{};  ///< cause -> samples
    int warm_up_calls = 0;
    double warm_up_ms = 0;
    /// Memory of the device that it computes on: the forecast, and the most that the cell itself
    /// held.
    std::optional<std::int64_t> forecast_bytes{}, peak_bytes{};
    std::optional<EnergyUse> energy{};  ///< absent: nobody counts, or it was not asked for
    Json extra = Json::object();

    [[nodiscard]] const Metric* metric(std::string_view id) const;
    [[nodiscard]] const Identity* identity(std::string_view id) const;
};

}  // namespace duelo
