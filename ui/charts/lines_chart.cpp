// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lines_chart.h"

#include <algorithm>

#include <QPainter>

#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kSpots = 2000;  ///< points of one line whose values can be asked for

QColor colourOf(const LinesValue::Series& series, bool final) {
    return final ? seriesColor(series.style) : tokens().muted;
}

}  // namespace

LinesChart::LinesChart(QWidget* parent) : Plot(parent) {}

void LinesChart::setValue(const LinesValue& value) {
    m_value = value;
    showValue(m_value.description);
}

AxisScale LinesChart::makeXScale(double width_px) const {
    return xScaleOf(m_value, ticksAlong(width_px), numbers());
}

AxisScale LinesChart::makeYScale(double height_px) const {
    return yScaleOf(m_value, ticksIn(height_px), numbers());
}

std::vector<LegendEntry> LinesChart::legend() const {
    std::vector<LegendEntry> entries;
    if (isEmpty()) return entries;
    const PainterCanvas canvas = canvasOn(nullptr);
    for (const Series* line : namedLines(m_value)) {
        QPen pen = canvas.toQt(linePen(canvas, m_value, *line));
        if (m_value.hasDashed()) pen.setStyle(Qt::SolidLine);
        entries.push_back(
            {line->name, seriesColor(line->style), seriesLook(line->style).marker, pen});
    }
    if (m_value.hasDashed())
        for (const bool dashed : {false, true})
            if (const auto& name = dashed ? m_value.dashed_name : m_value.full_name; !name.empty())
                entries.push_back({.name = name,
                                   .colour = tokens().muted,
                                   .sign = kindMarker(m_value, dashed),
                                   .line = canvas.toQt(kindPen(canvas, dashed))});
    return entries;
}

QPointF LinesChart::share(double x, double y) const {
    const Place place = scales().at(x, y);
    return {place.x, place.y};
}

PlotMarks LinesChart::makeMarks() {
    PlotMarks marks;
    for (const Series& series : m_value.series) addLine(marks, series);
    for (const Series& series : m_value.series) addSigns(marks, series);
    return marks;
}

void LinesChart::addLine(PlotMarks& marks, const Series& series) const {
    const PainterCanvas canvas = canvasOn(nullptr);
    const QPen pen = canvas.toQt(linePen(canvas, m_value, series));
    for (const auto& stroke :
         strokesOf(m_value, series, scales(), static_cast<int>(plotArea().width()))) {
        QList<QPointF> points;
        for (const Place& place : stroke) points.append({place.x, place.y});
        marks.lines.push_back({points, pen, qs(m_value.lineName(series))});
    }
    // The way to a point that is still being measured is not a result either.
    const Point* before = nullptr;
    for (const Point& point : series.points) {
        if (!m_value.shows(point)) continue;
        if (before && !point.final)
            marks.lines.push_back(
                {{share(before->x, before->y), share(point.x, point.y)}, QPen(tokens().muted, 1)});
        before = &point;
    }
}

void LinesChart::addSigns(PlotMarks& marks, const Series& series) const {
    const std::vector<std::size_t> marked = markedPoints(m_value, series);
    for (const bool final : {true, false}) {
        const QColor colour = colourOf(series, final);
        QList<QPointF> points;
        for (const std::size_t i : marked) {
            const Point& point = series.points[i];
            if (point.final != final) continue;
            addInterval(marks, point, colour);
            points.append(share(point.x, point.y));
        }
        marks.signs.push_back({points, {markerOf(series), colour, canvasOn(nullptr).markerSize()}});
    }
}

void LinesChart::addInterval(PlotMarks& marks, const Point& point, const QColor& colour) const {
    const auto bar = LinesValue::errorBarOf(point);
    if (!bar || !(bar->low <= bar->high)) return;
    const PainterCanvas canvas = canvasOn(nullptr);
    const auto end = [&](double value, double otherwise) {
        return share(point.x, yScale().shows(value) ? value : otherwise);
    };
    const QPointF low = end(bar->low, yScale().low);
    const QPointF high = end(bar->high, yScale().high);
    const double y = share(point.x, point.y).y();
    // The marker covers it; of an uneven one neither end may stand out.
    if (qMax(high.y() - y, y - low.y()) * plotArea().height() < canvas.markerSize() / 2) return;
    const QPointF cap(canvas.px(4) / plotArea().width(), 0);
    marks.lines.push_back(
        {{low - cap, low + cap, low, high, high - cap, high + cap},
         QPen(colour, canvas.px(1.5), point.interval ? Qt::SolidLine : Qt::DotLine, Qt::FlatCap,
              Qt::MiterJoin)});
}

void LinesChart::drawMarks(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    drawRatios(canvas, {areaBox(), scales()}, m_value);
}

QString LinesChart::textOf(const Series& series, const Point& point) const {
    QString text = qs(m_value.lineName(series));
    text +=
        QStringLiteral("\n%1: %2").arg(qs(m_value.x_title), qs(m_value.xText(point.x, numbers())));
    text +=
        QStringLiteral("\n%1: %2").arg(qs(m_value.y_title), qs(m_value.yText(point, numbers())));
    for (const LinesValue::RatioMark& mark : m_value.ratios)
        if (mark.x == point.x && (mark.y_low == point.y || mark.y_high == point.y))
            text += '\n' + qs(mark.text);
    if (!point.note.empty()) text += '\n' + qs(point.note);
    if (!point.final) text += '\n' + tr("still measuring");
    return text;
}

std::vector<Plot::Spot> LinesChart::spots() const {
    std::vector<Spot> found;
    for (const Series& series : m_value.series) {
        const std::size_t step = series.points.size() / kSpots + 1;
        for (std::size_t i = 0; i < series.points.size(); i += step) {
            const Point& point = series.points[i];
            if (m_value.shows(point))
                found.push_back({position(point), series.style, textOf(series, point), point.cell});
        }
    }
    // Left and Right walk along x; at one x from series to series.
    std::stable_sort(found.begin(), found.end(),
                     [](const Spot& a, const Spot& b) { return a.at.x() < b.at.x(); });
    return found;
}

}  // namespace duelo::ui
