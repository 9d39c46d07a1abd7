// SPDX-License-Identifier: Apache-2.0
#include "report/chart_layout.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "report/decimate.h"

namespace duelo {
namespace {

/// The most cases that have a tick each, and the most points of a line that have a marker each.
constexpr std::size_t kFewPoints = 12;
/// Samples that spread over more than this factor need a log axis to be seen at all.
constexpr double kWideSpread = 8;
/// The least that an axis of samples spans, as a share of the highest.
constexpr double kLeastSpan = 0.04;

/// The lowest and the highest of what it is given.
struct Range {
    double low = HUGE_VAL, high = -HUGE_VAL;

    void take(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

}  // namespace

AxisScale sampleScale(double low, double high, int max_ticks, NumberStyle numbers) {
    return low > 0 && high / low > kWideSpread ? logScale(low, high, max_ticks, numbers)
                                               : linearScale(low, high, max_ticks, numbers);
}

AxisScale xScaleOf(const LinesValue& value, int max_ticks, NumberStyle numbers) {
    Range range;
    std::set<double> cases;
    const auto take = [&](double x) {
        range.take(x);
        if (cases.size() <= kFewPoints) cases.insert(x);
    };
    for (const LinesValue::Series& line : value.series)
        for (const LinesValue::Point& point : line.points)
            if (value.shows(point)) take(point.x);
    for (const double x : value.awaited_x)
        if (AxisScale{.log = value.log_x}.shows(x)) take(x);
    if (value.log_x && value.bytes_x) return byteScale(range.low, range.high, max_ticks, numbers);
    // Counts are told as they were chosen, measured values by the powers around them.
    const bool counts = std::ranges::all_of(cases, [](double x) { return x == std::floor(x); });
    if (cases.size() <= kFewPoints && (counts || !value.log_x))
        return valueScale(std::vector(cases.begin(), cases.end()), value.log_x, numbers);
    if (value.log_x) return powerScale(range.low, range.high, max_ticks);
    return linearScale(range.low, range.high, max_ticks, numbers);
}

AxisScale yScaleOf(const LinesValue& value, int max_ticks, NumberStyle numbers) {
    Range range;
    const AxisScale kind{.log = value.log_y};
    const auto take = [&](double y) {
        if (kind.shows(y)) range.take(y);
    };
    for (const LinesValue::Series& line : value.series)
        for (const LinesValue::Point& point : line.points) {
            if (!value.shows(point)) continue;
            take(point.y);
            const auto bar = LinesValue::errorBarOf(point);
            if (!bar) continue;
            take(bar->low);
            take(bar->high);
        }
    if (value.log_y) return decadeScale(range.low, range.high, max_ticks, numbers);
    if (value.y_range)
        return linearScale(value.y_range->low, value.y_range->high, max_ticks, numbers);
    return linearScale(std::min(range.low, 0.0), std::max(range.high, 0.0), max_ticks, numbers);
}

Place Scales::at(double x_value, double y_value) const {
    return {x.at(x_value), y.at(std::clamp(y_value, y.low, y.high))};
}

std::vector<std::vector<Place>> strokesOf(const LinesValue& value, const LinesValue::Series& line,
                                          const Scales& scales, int columns) {
    std::vector<double> x, y;
    for (const LinesValue::Point& point : line.points) {
        if (!point.final || !value.shows(point)) break;
        x.push_back(point.x);
        y.push_back(point.y);
    }
    const bool dense = !value.log_x && x.size() == line.points.size() &&
                       x.size() > 2 * static_cast<std::size_t>(std::max(1, columns));
    if (dense) {
        std::vector<Place> stroke;
        for (const std::size_t i : decimate(x, y, scales.x.low, scales.x.high, columns))
            stroke.push_back(scales.at(x[i], y[i]));
        return {std::move(stroke)};
    }
    std::vector<std::vector<Place>> strokes(1);
    for (const LinesValue::Point& point : line.points) {
        if (!value.shows(point)) {
            if (!strokes.back().empty()) strokes.emplace_back();
        } else if (point.final) {
            strokes.back().push_back(scales.at(point.x, point.y));
        }
    }
    if (strokes.size() > 1 && strokes.back().empty()) strokes.pop_back();
    return strokes;
}

std::vector<const LinesValue::Series*> namedLines(const LinesValue& value) {
    std::vector<const LinesValue::Series*> named;
    for (const LinesValue::Series& line : value.series)
        if (std::ranges::none_of(named,
                                 [&](const auto* known) { return known->name == line.name; }))
            named.push_back(&line);
    return named;
}

std::vector<std::size_t> markedPoints(const LinesValue& value, const LinesValue::Series& line) {
    std::vector<std::size_t> marked;
    if (line.dashed && !line.marked && line.points.size() > 1) return marked;
    const std::size_t step =
        std::max<std::size_t>(1, (line.points.size() + kFewPoints - 1) / kFewPoints);
    for (std::size_t i = step / 2; i < line.points.size(); i += step)
        if (value.shows(line.points[i])) marked.push_back(i);
    return marked;
}

Marker markerOf(const LinesValue::Series& line) {
    constexpr int kForms = static_cast<int>(Marker::Plus) + 1;
    const int form = static_cast<int>(seriesLook(line.style).marker);
    return static_cast<Marker>((form + (line.marked ? kForms / 2 : 0)) % kForms);
}

std::optional<Marker> kindMarker(const LinesValue& value, bool dashed) {
    if (std::ranges::none_of(value.series, &LinesValue::Series::marked)) return std::nullopt;
    std::optional<Marker> found;
    for (const LinesValue::Series& line : value.series) {
        if (line.dashed != dashed || line.dashed != line.marked) continue;
        if (found && *found != markerOf(line)) return std::nullopt;
        found = markerOf(line);
    }
    return found;
}

AxisScale xScaleOf(const CourseValue& value, int max_ticks, NumberStyle numbers) {
    Range range;
    for (const CourseValue::Series& series : value.series)
        for (const CourseValue::Samples* samples : {&series.kept, &series.discarded}) {
            if (samples->t_s.empty()) continue;
            range.take(samples->t_s.front());
            range.take(samples->t_s.back());
        }
    return linearScale(range.low, range.high, max_ticks, numbers);
}

AxisScale yScaleOf(const CourseValue& value, int max_ticks, NumberStyle numbers) {
    Range range;
    const auto cover = [&](const CourseValue::Samples& samples) {
        if (samples.times.empty()) return;
        const Extremes extremes = extremesOf(samples.times);
        range.take(extremes.low);
        range.take(extremes.high);
    };
    for (const CourseValue::Series& series : value.series) cover(series.kept);
    if (range.low > range.high)
        for (const CourseValue::Series& series : value.series) cover(series.discarded);
    const double lacking = std::abs(range.high) * kLeastSpan - (range.high - range.low);
    if (std::isfinite(lacking) && lacking > 0) {
        range.low -= lacking / 2;
        range.high += lacking / 2;
    }
    return sampleScale(range.low, range.high, max_ticks, numbers);
}

std::vector<Place> courseLine(const CourseValue::Samples& samples, const Scales& scales,
                              int columns) {
    const auto& [t_s, times] = samples;
    std::vector<Place> places;
    for (const std::size_t i : decimate(t_s, times, scales.x.low, scales.x.high, columns))
        places.push_back(scales.at(t_s[i], scales.y.shows(times[i]) ? times[i] : scales.y.low));
    return places;
}

AxisScale xScaleOf(const ScatterValue& value) {
    AxisScale scale{.low = value.x_low, .high = value.x_high};
    for (const ScatterValue::Tick& tick : value.ticks) scale.ticks.push_back({tick.x, tick.label});
    return scale;
}

AxisScale yScaleOf(const ScatterValue& value, int max_ticks, NumberStyle numbers) {
    Range range;
    const AxisScale kind{.log = value.log_y};
    const auto take = [&](double y) {
        if (kind.shows(y)) range.take(y);
    };
    for (const double level : value.levels) take(level);
    for (const ScatterValue::Mark& mark : value.marks) {
        if (!value.shows(mark)) continue;
        take(mark.y);
        if (!mark.interval) continue;
        take(mark.interval->low);
        take(mark.interval->high);
    }
    if (range.low > range.high) return {};
    if (value.log_y) return logScale(range.low, range.high, max_ticks, numbers);
    return linearScale(std::min(range.low, 0.0), std::max(range.high, 0.0), max_ticks, numbers);
}

std::vector<const DistributionValue::Series*> rowsOf(const DistributionValue& value) {
    std::vector<const DistributionValue::Series*> rows;
    for (const DistributionValue::Series& series : value.series)
        if (std::ranges::any_of(series.values, [](double time) { return std::isfinite(time); }))
            rows.push_back(&series);
    return rows;
}

AxisScale xScaleOf(const DistributionValue& value, int max_ticks, NumberStyle numbers) {
    Range range;
    for (const DistributionValue::Series& series : value.series)
        for (const double sample : series.values)
            if (std::isfinite(sample)) range.take(sample);
    return sampleScale(range.low, range.high, max_ticks, numbers);
}

}  // namespace duelo
