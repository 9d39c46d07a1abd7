// SPDX-License-Identifier: Apache-2.0
#include "report/chart_value.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/power_text.h"
#include "report/axis_scale.h"
#include "report/measured_text.h"

namespace duelo {

std::string LinesValue::xText(double x, NumberStyle numbers) const {
    if (bytes_x) return formatBytes(x, numbers);
    if (!log_x || x == std::floor(x)) return exactNumber(x, numbers) + x_unit;
    // "10⁻⁴", where one digit is all of it.
    const double digit = x / std::pow(10, std::floor(std::log10(x) + 1e-9));
    const bool round = x > 0 && std::abs(digit - std::round(digit)) < 1e-9;
    return (round ? powerText(x) : readableText(x, numbers)) + x_unit;
}

std::string LinesValue::yText(const Point& point, NumberStyle numbers) const {
    const std::string told =
        readableText(point.y, numbers, measuredDigits(point.y, point.interval)) + y_unit;
    if (!point.interval) return told;
    const int decimals = decimalsFor(point.y, point.interval);
    return told + " [" + formatFixed(point.interval->low, decimals, numbers) + "; " +
           formatFixed(point.interval->high, decimals, numbers) + "]";
}

std::string LinesValue::lineName(const Series& line) const {
    const std::string& what = line.dashed ? dashed_name : full_name;
    return hasDashed() && !what.empty() ? line.name + ", " + what : line.name;
}

bool LinesValue::hasDashed() const {
    return std::ranges::any_of(series, &Series::dashed);
}

bool LinesValue::shows(const Point& point) const {
    return AxisScale{.log = log_x}.shows(point.x) && AxisScale{.log = log_y}.shows(point.y);
}

bool ScatterValue::shows(const Mark& mark) const {
    return AxisScale().shows(mark.x) && AxisScale{.log = log_y}.shows(mark.y);
}

double BarsValue::Bar::drawnMs() const {
    if (parts.empty()) return isPositive(ms) ? ms : 0;
    double sum = 0;
    for (const Part& part : parts) sum += part.drawnMs();
    return sum;
}

double BarsValue::Bar::reachMs() const {
    return ci95_ms && std::isfinite(ci95_ms->high) ? std::max(drawnMs(), ci95_ms->high) : drawnMs();
}

double BarsValue::longestMs() const {
    double longest = 0;
    for (const Bar& bar : bars) longest = std::max(longest, bar.reachMs());
    return longest;
}

std::vector<BarsValue::Part> BarsValue::legend() const {
    std::vector<Part> all;
    for (const Bar& bar : bars) {
        auto next = all.begin();
        for (const Part& part : bar.parts) {
            const auto known = std::ranges::find(all, part.id, &Part::id);
            next = std::next(known == all.end() ? all.insert(next, part) : known);
        }
    }
    if (bars.size() == 1)
        for (Part& part : all)
            if (!part.text.empty()) part.name += " " + part.text;
    return all;
}

const std::string& titleOf(const ChartValue& value) {
    return std::visit([](const auto& kind) -> const std::string& { return kind.title; }, value);
}

const std::string& descriptionOf(const ChartValue& value) {
    return std::visit([](const auto& kind) -> const std::string& { return kind.description; },
                      value);
}

bool isEmpty(const LinesValue& value) {
    return std::ranges::none_of(value.series, [&](const LinesValue::Series& series) {
        return std::ranges::any_of(series.points, [&](const auto& p) { return value.shows(p); });
    });
}

bool isEmpty(const DistributionValue& value) {
    return std::ranges::none_of(value.series, [](const DistributionValue::Series& series) {
        return std::ranges::any_of(series.values, [](double time) { return std::isfinite(time); });
    });
}

bool isEmpty(const CourseValue& value) {
    return std::ranges::all_of(value.series, [](const CourseValue::Series& series) {
        return series.kept.t_s.empty() && series.discarded.t_s.empty();
    });
}

bool isEmpty(const BarsValue& value) {
    return value.longestMs() <= 0;
}

bool isEmpty(const MatrixValue& value) {
    return value.names.empty();
}

bool isEmpty(const TilesValue& value) {
    return value.tiles.empty();
}

bool isEmpty(const GridsValue& value) {
    return value.grids.empty();
}

bool isEmpty(const ScatterValue& value) {
    return std::ranges::none_of(value.marks, [&](const auto& mark) { return value.shows(mark); });
}

bool isEmpty(const ChartValue& value) {
    return std::visit([](const auto& kind) { return isEmpty(kind); }, value);
}

}  // namespace duelo
