// SPDX-License-Identifier: Apache-2.0
#include "report/time_unit.h"

#include <algorithm>
#include <vector>

#include "plan/spec.h"
#include "report/measured_text.h"
#include "report/view.h"

namespace duelo {

TimeUnit inSeconds() {
    return {};
}

TimeUnit inMilliseconds() {
    return {"ms", 1};
}

TimeUnit timeUnitOf(std::span<const double> medians_ms, const std::optional<TimeUnit>& asked) {
    constexpr double kSecondsFrom_ms = 1000, kMillisecondsFrom_ms = 0.1,
                     kMicrosecondsFrom_ms = 1e-4, kLeastAsked = 1e-4;
    constexpr std::size_t kOneOf = 3;
    if (medians_ms.empty()) return asked.value_or(inMilliseconds());
    // A third of the times are as long at most.
    std::vector<double> sorted(medians_ms.begin(), medians_ms.end());
    const auto third = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / kOneOf);
    std::ranges::nth_element(sorted, third);
    if (asked && asked->of(*third) >= kLeastAsked) return *asked;
    if (*third >= kSecondsFrom_ms) return inSeconds();
    if (*third >= kMillisecondsFrom_ms || !(*third > 0)) return inMilliseconds();
    return *third >= kMicrosecondsFrom_ms ? TimeUnit{"µs", 1e3} : TimeUnit{"ns", 1e6};
}

std::optional<TimeUnit> askedTimeUnit(const Spec* spec) {
    return spec && spec->view ? spec->view->time_unit : std::nullopt;
}

TimeUnit timeUnitOf(const Comparison& comparison, const Preliminary& preliminary) {
    std::vector<double> medians_ms;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            if (cell.timed())
                medians_ms.push_back(cell.result.summary->median_ms);
            else if (const auto so_far = preliminary ? preliminary(cell) : std::nullopt)
                medians_ms.push_back(so_far->median);
        }
    return timeUnitOf(medians_ms,
                      comparison.rows.empty() || !comparison.find
                          ? std::nullopt
                          : askedTimeUnit(comparison.find(comparison.rows.front().experiment)));
}

DocCell timeCell(double ms, const std::optional<Interval>& ci_ms, const TimeUnit& unit,
                 NumberStyle style) {
    const double value = unit.of(ms);
    const int decimals = decimalsFor(value, scaled(ci_ms, unit.per_ms));
    return {formatFixed(value, decimals, style), value, decimals};
}

std::string timeText(double ms, const std::optional<Interval>& ci_ms, const TimeUnit& unit,
                     NumberStyle style) {
    return timeCell(ms, ci_ms, unit, style).text + " " + unit.symbol;
}

std::string timeWithEnds(const MedianEstimate& time, const TimeUnit& unit, NumberStyle style) {
    const DocCell median = timeCell(time.median, time.ci95, unit, style);
    const std::string told = median.text + " " + unit.symbol;
    if (!time.ci95) return told;
    const auto end = [&](double ms) { return formatFixed(unit.of(ms), median.decimals, style); };
    return told + " [" + end(time.ci95->low) + "; " + end(time.ci95->high) + "]";
}

std::string timeTitle(const Text& text, std::string_view experiment, const TimeUnit& unit) {
    const std::string own = std::string(experiment) + ".column.time";
    return text(text.has(own) ? own : "column.time", {{"unit", unit.symbol}});
}

}  // namespace duelo
