// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lines_chart.h"

#include <algorithm>

#include <QChart>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kSpots = 2000;  ///< points of one line whose values can be asked for

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

void LinesChart::placeSeries() {
    const PainterCanvas canvas = canvasOn(nullptr);
    std::size_t used = 0;
    for (const Series& series : m_value.series)
        for (const auto& stroke :
             strokesOf(m_value, series, scales(), static_cast<int>(plotArea().width()))) {
            if (used == m_lines.size()) {
                m_lines.push_back(new QLineSeries);
                chart().addSeries(m_lines.back());
                m_lines.back()->attachAxis(xAxis());
                m_lines.back()->attachAxis(yAxis());
            }
            QLineSeries& line = *m_lines[used++];
            QList<QPointF> points;
            for (const Place& place : stroke) points.append({place.x, place.y});
            line.setName(qs(series.name));
            line.setPen(PainterCanvas::toQt(linePen(canvas, m_value, series)));
            if (points != line.points()) line.replace(points);
        }
    while (m_lines.size() > used) {
        chart().removeSeries(m_lines.back());
        delete m_lines.back();
        m_lines.pop_back();
    }
}

void LinesChart::drawMarks(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    duelo::drawMarks(canvas, {areaBox(), scales()}, m_value);
}

QString LinesChart::textOf(const Series& series, const Point& point) const {
    const auto number = [&](double value) { return qs(formatSignificant(value, 4, numbers())); };
    QString y = number(point.y);
    if (point.interval)
        y += QStringLiteral(" [%1; %2]")
                 .arg(number(point.interval->low), number(point.interval->high));
    QString text = qs(m_value.lineName(series));
    text += QStringLiteral("\n%1: %2")
                .arg(qs(m_value.x_title),
                     m_value.log_x ? number(point.x) : qs(exactNumber(point.x, numbers())));
    text += QStringLiteral("\n%1: %2").arg(qs(m_value.y_title), y);
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
                found.push_back({position(point), series.style, textOf(series, point)});
        }
    }
    // Left and Right walk along x; at one x from series to series.
    std::stable_sort(found.begin(), found.end(),
                     [](const Spot& a, const Spot& b) { return a.at.x() < b.at.x(); });
    return found;
}

}  // namespace duelo::ui
