// SPDX-License-Identifier: Apache-2.0
#include "report/scaling_latency.h"

#include <algorithm>
#include <cmath>

#include "record/doubt.h"

namespace duelo {

namespace {

/// A wait that differs by less is the same to whoever waits.
constexpr double kSameWait = 0.05;

std::string threeDigitText(double value, const Text& text) {
    return formatSignificant(value, 3, text.numbers());
}

/// Rounds to three digits, since the axis has a tick at each point and writes its whole value.
double threeDigits(double value) {
    if (!(value > 0) || !std::isfinite(value)) return value;
    const double per = std::pow(10, 2 - std::floor(std::log10(value)));
    return std::round(value * per) / per;
}

const Metric* rateIn(const ResultRecord& result) {
    const auto rate = std::ranges::find_if(
        result.metrics, [](const Metric& metric) { return metric.unit.ends_with("/s"); });
    return rate == result.metrics.end() ? nullptr : &*rate;
}

/// Describes the chart with the figures of each point, because a line by throughput does not say
/// who each point is.
void describe(LinesValue& chart, const Text& text) {
    for (const LinesValue::Series& line : chart.series) {
        chart.description += (chart.description.empty() ? "" : " ") + line.name + ": ";
        for (const LinesValue::Point& point : line.points)
            chart.description += (&point == &line.points.front() ? "" : "; ") + point.note + ", " +
                                 threeDigitText(point.x, text) + chart.x_unit + ", " +
                                 threeDigitText(point.y, text) + chart.y_unit;
        chart.description += ".";
    }
}

}  // namespace

std::vector<ServedStep> servedSteps(const ScalingSeries& series, const Comparison& comparison) {
    std::vector<ServedStep> served;
    for (const ScalingStep& step : series.steps) {
        const ResultRecord& result = comparison.rows[series.row].cells[step.column].result;
        const ServedStep found{.workers = step.workers,
                               .column = step.column,
                               .rate = rateIn(result),
                               .latency = result.metric("latency"),
                               .slowest = result.metric("slowest_latency")};
        if (found.rate && found.latency) served.push_back(found);
    }
    if (served.size() < 2) served.clear();
    return served;
}

std::vector<std::string> latencySentences(const ScalingSeries& series, const Labels& labels,
                                          const Comparison& comparison) {
    const std::vector<ServedStep> served = servedSteps(series, comparison);
    if (served.empty() || served.front().workers != 1) return {};
    const Text& text = labels.text();
    const ServedStep& base = served.front();
    const ServedStep& best = *std::ranges::max_element(
        served, {}, [](const ServedStep& step) { return step.rate->value; });
    if (best.workers == 1) return {};
    const double rate_factor = best.rate->value / base.rate->value,
                 latency_factor = best.latency->value / base.latency->value;
    std::string told =
        text("scaling.latency",
             {{"workers_text", workersText(series.axis, best.workers, text)},
              {"rate", threeDigitText(best.rate->value, text)},
              {"base_rate", threeDigitText(base.rate->value, text)},
              {"latency_text", labels.timeText(best.latency->value, best.latency->ci95)},
              {"base_latency_text", labels.timeText(base.latency->value, base.latency->ci95)}});
    const auto& cells = comparison.rows[series.row].cells;
    // The figures alone: no factor follows from a doubtful one.
    if (isDoubtful(cells[base.column].result) || isDoubtful(cells[best.column].result))
        return {std::move(told)};
    if (latency_factor > 1 + kSameWait)
        told += " " + text("scaling.latency_cost",
                           {{"rate_factor", threeDigitText(rate_factor, text)},
                            {"latency_factor", threeDigitText(latency_factor, text)}});
    else
        told += " " + text("scaling.latency_same");
    return {std::move(told)};
}

LinesValue latencyChart(const std::vector<const ScalingSeries*>& shown,
                        const std::vector<std::string>& names, const Labels& labels,
                        const Comparison& comparison) {
    const Text& text = labels.text();
    const TimeUnit& unit = labels.timeUnit();
    LinesValue chart{.title = text("scaling.latency_chart"),
                     .x_title = text("scaling.axis_throughput"),
                     .y_title = text("scaling.axis_latency", {{"unit", unit.symbol}}),
                     .x_unit = " /s",
                     .y_unit = " " + unit.symbol};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        LinesValue::Series line{names[i], static_cast<int>(i)};
        for (const ServedStep& step : servedSteps(*shown[i], comparison)) {
            line.points.push_back({.x = threeDigits(step.rate->value),
                                   .y = unit.of(step.latency->value),
                                   .interval = scaled(step.latency->ci95, unit.per_ms),
                                   .note = workersText(shown[i]->axis, step.workers, text),
                                   .cell = CellAt{shown[i]->row, step.column}});
        }
        if (line.points.empty()) continue;
        std::ranges::sort(line.points, {}, &LinesValue::Point::x);
        chart.series.push_back(std::move(line));
    }
    if (chart.series.size() == 1)
        for (const LinesValue::Point& point : chart.series.front().points)
            chart.marks.push_back({point.x, chart.series.front().style, point.note});
    describe(chart, text);
    return chart;
}

}  // namespace duelo
