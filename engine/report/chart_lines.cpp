// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/power_text.h"
#include "report/chart_drawing.h"
#include "report/label_placer.h"

namespace duelo {
namespace {

/// Marks upon the lines of one chart: points, ratios and words.
class LineMarks {
public:
    LineMarks(ChartCanvas& canvas, const ChartPlot& plot, const LinesValue& value)
        : m_canvas(canvas), m_plot(plot), m_value(value) {}

    void drawPoints() {
        for (const auto& line : m_value.series) preliminary(line);
        for (const auto& line : m_value.series)
            for (const std::size_t i : markedPoints(m_value, line)) point(line, line.points[i]);
    }

    void drawRatios() {
        ratios();
        marks();
    }

private:
    using Series = LinesValue::Series;
    using Point = LinesValue::Point;

    /// The way to a point that is still being measured is not a result either.
    void preliminary(const Series& line) {
        const Point* before = nullptr;
        for (const Point& each : line.points) {
            if (!m_value.shows(each)) continue;
            if (before && !each.final)
                m_canvas.line(m_plot.at(before->x, before->y), m_plot.at(each.x, each.y),
                              {Ink::Muted});
            before = &each;
        }
    }

    void point(const Series& line, const Point& each) {
        const Ink ink = each.final ? seriesInk(line.style) : Ink::Muted;
        interval(each, ink);
        m_canvas.marker(markerOf(line), m_plot.at(each.x, each.y), m_canvas.markerSize(), ink,
                        words(line, each));
    }

    void interval(const Point& each, Ink ink) {
        const auto bar = LinesValue::errorBarOf(each);
        if (!bar || !(bar->low <= bar->high)) return;
        const AxisScale& y = m_plot.scales.y;
        const auto end = [&](double value, double otherwise) {
            return m_plot.at(each.x, y.shows(value) ? value : otherwise);
        };
        const Place bottom = end(bar->low, y.low), top = end(bar->high, y.high);
        const double point = m_plot.at(each.x, each.y).y;
        // The marker covers it; of an uneven one neither end may stand out.
        if (std::max(bottom.y - point, point - top.y) < m_canvas.markerSize() / 2) return;
        const double cap = m_canvas.px(4);
        ChartCanvas::Pen pen{ink, m_canvas.px(1.5)};
        if (!each.interval) pen.dashes = {m_canvas.px(3), m_canvas.px(3)};
        m_canvas.line(bottom, top, pen);
        for (const Place& at : {bottom, top})
            m_canvas.line({at.x - cap, at.y}, {at.x + cap, at.y}, {ink, m_canvas.px(1.5)});
    }

    std::string words(const Series& line, const Point& each) const {
        const std::string out = m_value.lineName(line) + ", " +
                                m_value.xText(each.x, m_canvas.numbers) + ": " +
                                m_value.yText(each, m_canvas.numbers);
        return each.note.empty() ? out : out + ", " + each.note;
    }

    LabelPlacer freePlaces() const {
        LabelPlacer placer(m_plot.area);
        for (const Series& line : m_value.series) {
            std::optional<Place> before;
            for (const Point& each : line.points) {
                if (!m_value.shows(each)) continue;
                const Place at = m_plot.at(each.x, each.y);
                const double half = m_canvas.markerSize() * 0.7;
                placer.addMarker({at.x - half, at.y - half, 2 * half, 2 * half});
                if (before) placer.addLine({*before, at});
                before = at;
            }
        }
        return placer;
    }

    void ratios() {
        LabelPlacer placer = freePlaces();
        std::vector<std::pair<Stroke, std::string>> marks;
        for (const LinesValue::RatioMark& mark : m_value.ratios) {
            if (!m_value.shows({mark.x, mark.y_low}) || !m_value.shows({mark.x, mark.y_high}))
                continue;
            const Stroke upright{m_plot.at(mark.x, std::max(mark.y_low, mark.y_high)),
                                 m_plot.at(mark.x, std::min(mark.y_low, mark.y_high))};
            placer.addLine(upright);
            marks.emplace_back(upright, mark.text);
        }
        for (const auto& [upright, text] : marks) {
            const double off = m_canvas.markerSize() * 0.8, pad = m_canvas.px(4);
            const auto& [top, bottom] = upright;
            if (bottom.y - top.y > 2 * off)
                m_canvas.line({top.x, top.y + off}, {bottom.x, bottom.y - off},
                              {Ink::Muted, 1.25, {1.5, 2.5}});
            const double width = m_canvas.widthOf(text, true, 1) + pad;
            const auto place = placer.place(
                placesBeside(upright, width, m_canvas.font() + pad, m_canvas.markerSize()));
            if (!place) continue;  // the words of its points and the table have it
            m_canvas.rect(*place, Ink::Surface, 0.85, Ink::None);
            m_canvas.text(place->centre(), text, {.anchor = "middle", .bold = true});
        }
    }

    void marks() {
        const Box& area = m_plot.area;
        double y = area.top + m_canvas.lineHeight() / 2;
        for (const LinesValue::Mark& mark : m_value.marks) {
            if (!m_plot.scales.x.shows(mark.x)) continue;
            const double x = m_plot.at(mark.x, m_plot.scales.y.low).x;
            m_canvas.line({x, area.top}, {x, area.bottom()},
                          {seriesInk(mark.style), 1.5, {1.5, 2.5}});
            const double pad = m_canvas.px(4);
            const double width = m_canvas.widthOf(mark.text) + 2 * pad;
            const double left = x + pad + width <= area.right() ? x + pad : x - pad - width;
            m_canvas.rect({left, y - m_canvas.lineHeight() / 2, width, m_canvas.lineHeight()},
                          Ink::Surface);
            m_canvas.text({left + width / 2, y}, mark.text, {.anchor = "middle"});
            y += m_canvas.lineHeight();
        }
    }

    ChartCanvas& m_canvas;
    const ChartPlot& m_plot;
    const LinesValue& m_value;
};

std::vector<double> secondDash(const ChartCanvas& canvas, bool dashed) {
    return dashed ? std::vector<double>{canvas.px(6), canvas.px(4)} : std::vector<double>();
}

}  // namespace

ChartCanvas::Pen linePen(const ChartCanvas& canvas, const LinesValue& value,
                         const LinesValue::Series& line) {
    if (!value.hasDashed()) return canvas.penOf(line.style, canvas.px(2.25));
    return {seriesInk(line.style), canvas.px(line.dashed ? 1.5 : 2),
            secondDash(canvas, line.dashed)};
}

ChartCanvas::Pen kindPen(const ChartCanvas& canvas, bool dashed) {
    return {Ink::Muted, 1.5, secondDash(canvas, dashed)};
}

std::vector<ChartCanvas::LegendEntry> legendOf(ChartCanvas& canvas, const LinesValue& value) {
    std::vector<ChartCanvas::LegendEntry> entries;
    for (const LinesValue::Series* line : namedLines(value)) {
        ChartCanvas::Pen pen = linePen(canvas, value, *line);
        if (value.hasDashed()) pen.dashes.clear();
        entries.push_back(canvas.seriesEntry(line->name, line->style, pen));
    }
    if (!value.hasDashed()) return entries;
    for (const bool dashed : {false, true}) {
        const std::string& name = dashed ? value.dashed_name : value.full_name;
        if (name.empty()) continue;
        entries.push_back(
            {name, [&canvas, pen = kindPen(canvas, dashed),
                    sign = kindMarker(value, dashed)](const Box& box) {
                 canvas.line({box.left, box.centre().y}, {box.right(), box.centre().y}, pen);
                 if (sign) canvas.marker(*sign, box.centre(), canvas.markerSize(), Ink::Muted);
             }});
    }
    return entries;
}

void drawRatios(ChartCanvas& canvas, const ChartPlot& plot, const LinesValue& value) {
    LineMarks(canvas, plot, value).drawRatios();
}

void drawChart(ChartCanvas& canvas, const LinesValue& value) {
    const Scales scales{xScaleOf(value, kChartTicks, canvas.numbers),
                        yScaleOf(value, kChartTicks, canvas.numbers)};
    const ChartPlot plot = drawAxes(
        canvas, {scales, value.x_title, value.y_title, legendOf(canvas, value)}, canvas.px(300));
    for (const LinesValue::Series& line : value.series)
        for (const auto& stroke :
             strokesOf(value, line, plot.scales, static_cast<int>(plot.area.width))) {
            std::vector<Place> points;
            for (const Place& place : stroke) points.push_back(plot.at(place));
            if (!points.empty()) canvas.polyline(points, linePen(canvas, value, line));
        }
    LineMarks(canvas, plot, value).drawPoints();
    drawRatios(canvas, plot, value);
}

}  // namespace duelo
