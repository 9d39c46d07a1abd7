// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "report/chart_drawing.h"
#include "report/sample_swarm.h"

namespace duelo {
namespace {

/// The median, and behind it what its interval covers.
void drawMedian(ChartCanvas& canvas, const RowSwarm& swarm) {
    const Box& reach = swarm.reach;
    if (const auto& ci = swarm.interval)
        canvas.rect({ci->low, reach.top, std::max(1.0, ci->high - ci->low), reach.height},
                    Ink::Text, 0.13, Ink::None);
    if (const auto x = swarm.median)
        canvas.line({*x, reach.top}, {*x, reach.bottom()}, {Ink::Text, canvas.px(2)});
}

/// A dense line has no marker per sample, so that its series' marker stands upon it this often.
constexpr double kSignEvery = 120;

/// Draws the signs of a dense line, each at the mean of what lies around it, and on a field of its
/// own, or a line of the same colour would swallow it. Signs of several series do not stand upon
/// each other.
void drawSomeSigns(ChartCanvas& canvas, const std::vector<Place>& line, const Box& area,
                   int style) {
    const double every = canvas.px(kSignEvery), reach = canvas.px(4), field = canvas.px(7);
    const double from = every * (0.5 + 0.25 * (style % 4));
    for (double x = area.left + from; x < area.right(); x += every) {
        const auto begin = std::ranges::lower_bound(line, x - reach, {}, &Place::x);
        const auto end = std::ranges::upper_bound(line, x + reach, {}, &Place::x);
        if (begin >= end) continue;
        double sum = 0;
        for (auto place = begin; place != end; ++place) sum += place->y;
        const Place at{x, sum / static_cast<double>(end - begin)};
        canvas.rect({at.x - field, at.y - field, 2 * field, 2 * field}, Ink::Surface);
        canvas.sign(style, at, canvas.px(8));
    }
}

}  // namespace

void drawSeriesHead(ChartCanvas& canvas, const Box& line, int style, const std::string& name,
                    const std::string& words) {
    const double y = line.centre().y, unit = canvas.px(10), room = line.width - 2 * unit;
    canvas.sign(style, {line.left + unit, y}, canvas.px(8));
    const std::string shown =
        canvas.elided(name, std::max(room / 3, room - canvas.widthOf(words) - 2 * unit));
    canvas.text({line.left + 2 * unit, y}, shown, {.bold = true});
    const double used = canvas.widthOf(shown, true, 1) + unit;
    const double left = std::max(0.0, room - used);
    // The interval goes where room is scarce: half a number would be another one.
    const std::string told =
        canvas.widthOf(words) > left ? words.substr(0, words.find(" [")) : words;
    canvas.text({line.left + 2 * unit + used, y}, canvas.elided(told, left), {.ink = Ink::Muted});
}

RowSwarm rowSwarm(const ChartCanvas& canvas, const Box& row,
                  const DistributionValue::Series& series, const AxisScale& scale) {
    const double head = canvas.px(22);
    const Box band{row.left, row.top + head, row.width,
                   std::max(canvas.px(2), row.height - head - canvas.px(3))};
    const double dot = std::clamp(band.height / 12, canvas.px(5.5), canvas.px(9));
    std::vector<double> at;
    for (const double sample : series.values)
        if (scale.shows(sample)) at.push_back(scale.at(sample));
    const SampleSwarm swarm = swarmOf(at, band.width, band.height * 0.9, dot);
    RowSwarm out{.sign_px = dot * 0.72};
    double tallest = 0;
    for (const SampleSwarm::Stack& stack : swarm.stacks) {
        tallest = std::max(tallest, stack.height_px);
        const Place middle{band.left + stack.x_px, band.centre().y};
        if (!swarm.dots && stack.count > 1) {
            out.pieces.push_back(
                {{middle.x - dot * 0.4, middle.y - stack.height_px / 2, dot * 0.8, stack.height_px},
                 false});
            continue;
        }
        const auto count = static_cast<double>(stack.count);
        for (double i = 0; i < count; ++i)
            out.pieces.push_back({{middle.x, middle.y + (i - (count - 1) / 2) * dot, 0, 0}, true});
    }
    const double height = std::min(band.height, tallest + 4 * dot);
    out.reach = {band.left, band.centre().y - height / 2, band.width, height};
    const auto xOf = [&](double value) -> std::optional<double> {
        if (!scale.shows(value)) return std::nullopt;
        const double share = scale.at(value);
        if (!(share >= 0 && share <= 1)) return std::nullopt;
        return band.left + share * band.width;
    };
    out.median = xOf(series.median);
    if (const auto& ci = series.interval) {
        const auto low = xOf(ci->low), high = xOf(ci->high);
        if (low && high && *low <= *high) out.interval = Interval{*low, *high};
    }
    return out;
}

void drawRowHead(ChartCanvas& canvas, const Box& row, const DistributionValue::Series& series) {
    drawSeriesHead(canvas, {row.left, row.top, row.width, canvas.px(22)}, series.style, series.name,
                   series.words);
}

void drawColumn(ChartCanvas& canvas, const Box& column, int style) {
    canvas.rect(column, seriesInk(style), 0.75, Ink::None);
}

void drawChart(ChartCanvas& canvas, const DistributionValue& value) {
    const auto rows = rowsOf(value);
    const Scales scales{.x = xScaleOf(value, kChartTicks, canvas.numbers)};
    const double height = canvas.px(110);
    const ChartPlot plot = drawAxes(canvas, {scales, value.x_title, value.y_title},
                                    height * static_cast<double>(rows.size()));
    Box row{plot.area.left, plot.area.top, plot.area.width, height};
    for (const DistributionValue::Series* series : rows) {
        drawRowHead(canvas, row, *series);
        const RowSwarm swarm = rowSwarm(canvas, row, *series, scales.x);
        for (const auto& [box, sign] : swarm.pieces)
            if (sign)
                canvas.sign(series->style, box.centre(), swarm.sign_px);
            else
                drawColumn(canvas, box, series->style);
        drawMedian(canvas, swarm);
        row.top += height;
    }
}

bool hasFewSigns(const ChartCanvas& canvas, const Box& area, std::size_t samples) {
    return static_cast<double>(samples) * canvas.px(9) <= area.width;
}

void drawSigns(ChartCanvas& canvas, const Box& area, const std::vector<Place>& line, int style) {
    if (hasFewSigns(canvas, area, line.size()))
        for (const Place& place : line) canvas.sign(style, place, canvas.px(6));
    else
        drawSomeSigns(canvas, line, area, style);
}

void drawDiscarded(ChartCanvas& canvas, const Box& area, const std::vector<Place>& discarded) {
    double last = -HUGE_VAL;
    for (const Place& place : discarded) {
        // More than one in two pixels would only blacken the same spot.
        if (place.x - last < 2) continue;
        last = place.x;
        const bool beyond = place.y <= area.top;
        canvas.marker(beyond ? Marker::Triangle : Marker::Cross,
                      {place.x, place.y + (beyond ? canvas.px(4) : 0)}, canvas.px(6), Ink::Muted);
    }
}

std::vector<ChartCanvas::LegendEntry> legendOf(ChartCanvas& canvas, const CourseValue& value) {
    std::vector<ChartCanvas::LegendEntry> legend;
    bool discarded = false;
    for (const CourseValue::Series& series : value.series) {
        legend.push_back(
            canvas.seriesEntry(series.name, series.style, {seriesInk(series.style), 1.5}));
        discarded = discarded || !series.discarded.t_s.empty();
    }
    if (discarded)
        legend.push_back({value.discarded_name, [&canvas](const Box& box) {
                              canvas.marker(Marker::Cross, box.centre(), canvas.px(6), Ink::Muted);
                          }});
    return legend;
}

void drawChart(ChartCanvas& canvas, const CourseValue& value) {
    const Scales scales{xScaleOf(value, kChartTicks, canvas.numbers),
                        yScaleOf(value, kChartTicks, canvas.numbers)};
    const ChartPlot plot = drawAxes(
        canvas, {scales, value.x_title, value.y_title, legendOf(canvas, value)}, canvas.px(300));
    const auto placesOf = [&](const CourseValue::Samples& samples) {
        std::vector<Place> places =
            courseLine(samples, plot.scales, static_cast<int>(plot.area.width));
        for (Place& place : places) place = plot.at(place);
        return places;
    };
    for (const CourseValue::Series& series : value.series) {
        const std::vector<Place> line = placesOf(series.kept);
        // Dashes would hide samples.
        if (!line.empty()) canvas.polyline(line, {seriesInk(series.style), canvas.px(1.25)});
        drawSigns(canvas, plot.area, line, series.style);
        drawDiscarded(canvas, plot.area, placesOf(series.discarded));
    }
}

}  // namespace duelo
