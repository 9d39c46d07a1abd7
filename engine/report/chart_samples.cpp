// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "report/chart_drawing.h"
#include "report/sample_swarm.h"

namespace duelo {
namespace {

/// The samples of one row of a distribution.
class RowDrawing {
public:
    RowDrawing(ChartCanvas& canvas, const Box& band, const DistributionValue::Series& series,
               const AxisScale& scale)
        : m_canvas(canvas),
          m_band(band),
          m_series(series),
          m_scale(scale),
          m_dot(std::clamp(band.height / 12, canvas.px(5.5), canvas.px(9))) {}

    void draw() {
        std::vector<double> at;
        for (const double sample : m_series.values_ms)
            if (m_scale.shows(sample)) at.push_back(m_scale.at(sample));
        const SampleSwarm swarm = swarmOf(at, m_band.width, m_band.height * 0.9, m_dot);
        double tallest = 0;
        for (const SampleSwarm::Stack& stack : swarm.stacks) {
            tallest = std::max(tallest, stack.height_px);
            draw(stack, swarm.dots);
        }
        const double height = std::min(m_band.height, tallest + 4 * m_dot);
        median({m_band.left, m_band.centre().y - height / 2, m_band.width, height});
    }

private:
    void draw(const SampleSwarm::Stack& stack, bool dots) {
        const Place middle{m_band.left + stack.x_px, m_band.centre().y};
        if (!dots && stack.count > 1) {
            m_canvas.rect({middle.x - m_dot * 0.4, middle.y - stack.height_px / 2, m_dot * 0.8,
                           stack.height_px},
                          seriesInk(m_series.style), 0.75, Ink::None);
            return;
        }
        const auto count = static_cast<double>(stack.count);
        for (double i = 0; i < count; ++i)
            m_canvas.sign(m_series.style, {middle.x, middle.y + (i - (count - 1) / 2) * m_dot},
                          m_dot * 0.72);
    }

    /// The median, and behind it what its interval covers.
    void median(const Box& reach) {
        const auto xOf = [&](double value) -> std::optional<double> {
            if (!m_scale.shows(value)) return std::nullopt;
            const double at = m_scale.at(value);
            if (!(at >= 0 && at <= 1)) return std::nullopt;
            return reach.left + at * reach.width;
        };
        if (const auto& ci = m_series.ci95_ms) {
            const auto low = xOf(ci->low), high = xOf(ci->high);
            if (low && high && *low <= *high)
                m_canvas.rect({*low, reach.top, std::max(1.0, *high - *low), reach.height},
                              Ink::Text, 0.13, Ink::None);
        }
        if (const auto x = xOf(m_series.median_ms))
            m_canvas.line({*x, reach.top}, {*x, reach.bottom()}, {Ink::Text, m_canvas.px(2)});
    }

    ChartCanvas& m_canvas;
    const Box m_band;
    const DistributionValue::Series& m_series;
    const AxisScale& m_scale;
    const double m_dot;
};

/// A dense line has no marker per sample, so that its series' marker stands upon it this often.
constexpr double kSignEvery = 120;

/// Of a dense line: the mean of what lies around the sign, on a field of its own, or a line of the
/// same colour would swallow it. Those of several series do not stand upon each other.
void drawSigns(ChartCanvas& canvas, const std::vector<Place>& line, const Box& area, int style) {
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
    canvas.text({line.left + 2 * unit + used, y}, canvas.elided(words, std::max(0.0, room - used)),
                {.ink = Ink::Muted});
}

void drawRow(ChartCanvas& canvas, const Box& row, const DistributionValue::Series& series,
             const AxisScale& scale) {
    const double head = canvas.px(22);
    drawSeriesHead(canvas, {row.left, row.top, row.width, head}, series.style, series.name,
                   series.words);
    const Box band{row.left, row.top + head, row.width,
                   std::max(canvas.px(2), row.height - head - canvas.px(3))};
    RowDrawing(canvas, band, series, scale).draw();
}

void drawChart(ChartCanvas& canvas, const DistributionValue& value) {
    const auto rows = rowsOf(value);
    const Scales scales{.x = xScaleOf(value, kChartTicks, canvas.numbers)};
    const double height = canvas.px(110);
    const ChartPlot plot = drawAxes(canvas, {scales, value.x_title, value.y_title},
                                    height * static_cast<double>(rows.size()));
    Box row{plot.area.left, plot.area.top, plot.area.width, height};
    for (const DistributionValue::Series* series : rows) {
        drawRow(canvas, row, *series, scales.x);
        row.top += height;
    }
}

void drawMarks(ChartCanvas& canvas, const Box& area, const std::vector<Place>& line,
               const std::vector<Place>& discarded, int style) {
    if (static_cast<double>(line.size()) * canvas.px(9) <= area.width)
        for (const Place& place : line) canvas.sign(style, place, canvas.px(6));
    else
        drawSigns(canvas, line, area, style);
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
        drawMarks(canvas, plot.area, line, placesOf(series.discarded), series.style);
    }
}

}  // namespace duelo
