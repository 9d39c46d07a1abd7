// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/course_chart.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "report/measured_text.h"
#include "ui/charts/column_strokes.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

/// Up to this many samples of a series each can be asked for its value.
constexpr std::size_t kSwarmSpots = 400;
/// Leaves out what is not finite, and times without a sample.
void keepFinite(CourseValue::Samples& samples) {
    auto& [t_s, times] = samples;
    const auto finite = [](double value) { return std::isfinite(value); };
    const std::size_t count = std::min(t_s.size(), times.size());
    t_s.resize(count);
    times.resize(count);
    if (std::ranges::all_of(t_s, finite) && std::ranges::all_of(times, finite)) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!finite(t_s[i]) || !finite(times[i])) continue;
        t_s[kept] = t_s[i];
        times[kept++] = times[i];
    }
    t_s.resize(kept);
    times.resize(kept);
}

std::vector<Place> placesOf(const QPolygonF& points) {
    std::vector<Place> places;
    for (const QPointF& point : points) places.push_back({point.x(), point.y()});
    return places;
}

}  // namespace

CourseChart::CourseChart(QWidget* parent) : Plot(parent) {}

void CourseChart::setValue(CourseValue value) {
    m_value = std::move(value);
    for (Series& series : m_value.series) {
        keepFinite(series.kept);
        keepFinite(series.discarded);
    }
    showValue(m_value.description);
}

AxisScale CourseChart::makeXScale(double width_px) const {
    return xScaleOf(m_value, ticksAlong(width_px), numbers());
}

AxisScale CourseChart::makeYScale(double height_px) const {
    return yScaleOf(m_value, ticksIn(height_px), numbers());
}

std::vector<LegendEntry> CourseChart::legend() const {
    std::vector<LegendEntry> entries;
    if (isEmpty()) return entries;
    bool discarded = false;
    for (const Series& series : m_value.series) {
        const QColor colour = seriesColor(series.style);
        entries.push_back(
            {series.name, colour, seriesLook(series.style).marker, QPen(colour, px(1.25))});
        discarded = discarded || !series.discarded.t_s.empty();
    }
    if (discarded) entries.push_back({m_value.discarded_name, tokens().muted, Marker::Cross});
    return entries;
}

QPolygonF CourseChart::pixels(const Samples& samples) const {
    QPolygonF points;
    for (const Place& place : courseLine(samples, scales(), static_cast<int>(plotArea().width())))
        points.append(position(place));
    return points;
}

PlotMarks CourseChart::makeMarks() {
    PlotMarks marks;
    m_lines.clear();
    const PainterCanvas canvas = canvasOn(nullptr);
    for (const Series& series : m_value.series) {
        Line& line = m_lines.emplace_back();
        line.polyline = pixels(series.kept);
        const bool dense = static_cast<double>(line.polyline.size()) > plotArea().width();
        line.columns = dense ? columnStrokes(line.polyline) : QList<QLineF>();
        line.few_signs =
            hasFewSigns(canvas, areaBox(), static_cast<std::size_t>(line.polyline.size()));
        line.crosses = pixels(series.discarded);
        if (!dense) addLine(marks, line, series.style);
    }
    return marks;
}

void CourseChart::addLine(PlotMarks& marks, const Line& line, int style) const {
    const QRectF& plot = plotArea();
    QList<QPointF> shares;
    for (const QPointF& at : line.polyline)
        shares.append(
            {(at.x() - plot.left()) / plot.width(), (plot.bottom() - at.y()) / plot.height()});
    const QColor colour = seriesColor(style);
    if (line.few_signs)
        marks.signs.push_back(
            {shares, {seriesLook(style).marker, colour, canvasOn(nullptr).px(6)}});
    // Dashes would hide samples.
    marks.lines.push_back(
        {shares, QPen(colour, px(1.25), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin)});
}

void CourseChart::drawMarks(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        const int style = m_value.series[i].style;
        painter.setPen(QPen(seriesColor(style), 1, Qt::SolidLine, Qt::FlatCap));
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.drawLines(line.columns);
        painter.setRenderHint(QPainter::Antialiasing, !isLive());
        if (!line.few_signs) drawSigns(canvas, areaBox(), placesOf(line.polyline), style);
        drawDiscarded(canvas, areaBox(), placesOf(line.crosses));
    }
}

std::vector<Plot::Spot> CourseChart::spots() const {
    std::vector<Spot> found;
    const auto number = [&](double value) {
        return qs(measuredText(value, std::nullopt, numbers()));
    };
    const auto add = [&](const Series& series, const Samples& samples, std::size_t i) {
        const double y = samples.times[i];
        if (!shows(samples.t_s[i], y) || y < yScale().low || y > yScale().high) return;
        QString text = qs(series.name);
        text += QStringLiteral("\n%1: %2").arg(qs(m_value.x_title), number(samples.t_s[i]));
        text += QStringLiteral("\n%1: %2").arg(qs(m_value.y_title), number(y));
        if (&samples == &series.discarded) text += '\n' + qs(m_value.discarded_name);
        found.push_back({position(samples.t_s[i], y), series.style, text});
    };
    for (const Series& series : m_value.series)
        for (const Samples* samples : {&series.kept, &series.discarded}) {
            const std::vector<double>& times = samples->times;
            if (times.empty()) continue;
            if (times.size() <= kSwarmSpots) {
                for (std::size_t i = 0; i < times.size(); ++i) add(series, *samples, i);
                continue;
            }
            const auto [low, high] = std::ranges::minmax_element(times);
            for (const auto& at : {low, high})
                add(series, *samples, static_cast<std::size_t>(at - times.begin()));
        }
    std::stable_sort(found.begin(), found.end(),
                     [](const Spot& a, const Spot& b) { return a.at.x() < b.at.x(); });
    return found;
}

}  // namespace duelo::ui
