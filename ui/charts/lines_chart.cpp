// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lines_chart.h"

#include <algorithm>
#include <cmath>

#include <QChart>
#include <QFontMetricsF>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kLineWidth = 2.25;

/// Whether a point could stand on axes of these kinds, before their ends are known.
bool canStand(const ChartSeries::Point& point, const LinesValue& value) {
    return AxisScale{.log = value.log_x}.shows(point.x) &&
           AxisScale{.log = value.log_y}.shows(point.y);
}

}  // namespace

LinesChart::LinesChart(QWidget* parent) : Plot(parent) {}

void LinesChart::setValue(const LinesValue& value) {
    m_value = value;
    while (m_lines.size() > m_value.series.size()) {
        chart().removeSeries(m_lines.back());
        delete m_lines.back();
        m_lines.pop_back();
    }
    while (m_lines.size() < m_value.series.size()) {
        m_lines.push_back(new QLineSeries);
        chart().addSeries(m_lines.back());
        m_lines.back()->attachAxis(xAxis());
        m_lines.back()->attachAxis(yAxis());
    }
    showValue(m_value.description);
}

bool LinesChart::isEmpty() const {
    return std::none_of(m_value.series.begin(), m_value.series.end(), [&](const ChartSeries& s) {
        return std::any_of(s.points.begin(), s.points.end(),
                           [&](const Point& point) { return canStand(point, m_value); });
    });
}

std::unique_ptr<Chart> LinesChart::copy() const {
    auto chart = std::make_unique<LinesChart>();
    chart->setValue(m_value);
    return chart;
}

std::vector<LegendEntry> LinesChart::legend() const {
    std::vector<LegendEntry> entries;
    if (isEmpty()) return entries;
    for (const ChartSeries& series : m_value.series)
        entries.push_back(seriesLegend(series.name, series.style, px(kLineWidth)));
    return entries;
}

AxisScale LinesChart::makeXScale(double) const {
    std::vector<double> xs;
    for (const ChartSeries& series : m_value.series)
        for (const Point& point : series.points)
            if (canStand(point, m_value)) xs.push_back(point.x);
    return valueScale(xs, m_value.log_x, numbers());
}

AxisScale LinesChart::makeYScale(double height_px) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    const auto take = [&](double y) {
        if (!AxisScale{.log = m_value.log_y}.shows(y)) return;
        low = std::min(low, y);
        high = std::max(high, y);
    };
    for (const ChartSeries& series : m_value.series)
        for (const Point& point : series.points) {
            if (!canStand(point, m_value)) continue;
            take(point.y);
            if (!point.interval) continue;
            take(point.interval->low);
            take(point.interval->high);
        }
    const int ticks = ticksIn(height_px);
    if (m_value.log_y) return decadeScale(low, high, ticks, numbers());
    return linearScale(std::min(low, 0.0), std::max(high, 0.0), ticks, numbers());
}

QPointF LinesChart::position(const Point& point) const {
    return Plot::position(point.x, point.y);
}

void LinesChart::placeSeries() {
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const ChartSeries& series = m_value.series[i];
        QList<QPointF> points;
        for (const Point& point : series.points)
            if (point.final && shows(point))
                points.append({xScale().at(point.x), yScale().at(point.y)});
        m_lines[i]->setName(series.name);
        m_lines[i]->setPen(seriesStyle(series.style).pen(px(kLineWidth)));
        if (points != m_lines[i]->points()) m_lines[i]->replace(points);
    }
}

void LinesChart::drawInterval(QPainter& painter, const Point& point, const QColor& color) const {
    if (!point.interval || !(point.interval->low <= point.interval->high)) return;
    const AxisScale& y = yScale();
    const double low = y.shows(point.interval->low) ? std::max(point.interval->low, y.low) : y.low;
    const double high = y.shows(point.interval->high) ? point.interval->high : y.high;
    const QPointF bottom = Plot::position(point.x, low), top = Plot::position(point.x, high);
    if (bottom.y() - top.y() < markerSize()) return;  // the marker is wider
    const double cap = px(4);
    painter.setPen(QPen(color, px(1.5)));
    painter.drawLine(bottom, top);
    for (const QPointF& end : {bottom, top})
        painter.drawLine(end - QPointF(cap, 0), end + QPointF(cap, 0));
}

void LinesChart::drawPoints(QPainter& painter, const ChartSeries& series) const {
    SeriesStyle grey = seriesStyle(series.style);
    grey.color = tokens().muted;
    const Point* before = nullptr;
    for (const Point& point : series.points) {
        if (!shows(point)) continue;
        // The way to a point that is still being measured is not a result either.
        if (before && !point.final) {
            painter.setPen(grey.pen(px(1)));
            painter.drawLine(position(*before), position(point));
        }
        before = &point;
    }
    for (const Point& point : series.points) {
        if (!shows(point)) continue;
        const SeriesStyle look = point.final ? seriesStyle(series.style) : grey;
        drawInterval(painter, point, look.color);
        drawMarker(painter, look, position(point), markerSize(), tokens().surface);
    }
}

LabelPlacer LinesChart::freePlaces() const {
    LabelPlacer placer(plotArea());
    const double half = markerSize() * 0.7;
    for (const ChartSeries& series : m_value.series) {
        const Point* before = nullptr;
        for (const Point& point : series.points) {
            if (!shows(point)) continue;
            const QPointF at = position(point);
            placer.addMarker(QRectF(at - QPointF(half, half), at + QPointF(half, half)));
            if (before) placer.addLine({position(*before), at});
            before = &point;
        }
    }
    for (const LinesValue::RatioMark& mark : m_value.ratios)
        if (Plot::shows(mark.x, mark.y_low) && Plot::shows(mark.x, mark.y_high))
            placer.addLine(
                {Plot::position(mark.x, mark.y_low), Plot::position(mark.x, mark.y_high)});
    return placer;
}

std::vector<QRectF> LinesChart::ratioPlaces(QPointF top, QPointF bottom, QSizeF size) const {
    const double beside = markerSize() * 0.75, off = markerSize() * 0.8;
    std::vector<QRectF> places;
    for (const double part : {0.5, 0.35, 0.65, 0.2, 0.8})
        for (const double x : {top.x() + beside, top.x() - beside - size.width()}) {
            const double y = top.y() + (bottom.y() - top.y()) * part;
            places.emplace_back(QPointF(x, y - size.height() / 2), size);
        }
    const double left = top.x() - size.width() / 2;
    places.emplace_back(QPointF(left, top.y() - off - size.height()), size);
    places.emplace_back(QPointF(left, bottom.y() + off), size);
    return places;
}

void LinesChart::drawRatios(QPainter& painter) const {
    const QFont font = chartFont(1, true);
    const QFontMetricsF metrics(font);
    LabelPlacer placer = freePlaces();
    QColor halo = tokens().surface;
    halo.setAlphaF(0.85);
    painter.setFont(font);
    for (const LinesValue::RatioMark& mark : m_value.ratios) {
        if (!Plot::shows(mark.x, mark.y_low) || !Plot::shows(mark.x, mark.y_high)) continue;
        const QPointF top = Plot::position(mark.x, std::max(mark.y_low, mark.y_high));
        const QPointF bottom = Plot::position(mark.x, std::min(mark.y_low, mark.y_high));
        const QPointF off(0, markerSize() * 0.8);
        painter.setPen(QPen(tokens().muted, px(1.25), Qt::DotLine));
        if (bottom.y() - top.y() > 2 * off.y()) painter.drawLine(top + off, bottom - off);

        // The box of the digits: those of a font keep room for accents and tails.
        const QSizeF size(metrics.horizontalAdvance(mark.text) + px(4),
                          metrics.capHeight() + px(4));
        const auto place = placer.place(ratioPlaces(top, bottom, size));
        if (!place) continue;  // the text of its points and the table have it
        painter.fillRect(*place, halo);
        painter.setPen(tokens().text);
        painter.drawText(*place, Qt::AlignCenter | Qt::TextDontClip, mark.text);
    }
}

void LinesChart::drawMarks(QPainter& painter) const {
    for (const ChartSeries& series : m_value.series) drawPoints(painter, series);
    drawRatios(painter);
}

QString LinesChart::textOf(const ChartSeries& series, const Point& point) const {
    const auto number = [&](double value) {
        return QString::fromStdString(formatSignificant(value, 4, numbers()));
    };
    QString y = number(point.y);
    if (point.interval)
        y += QStringLiteral(" [%1; %2]")
                 .arg(number(point.interval->low), number(point.interval->high));
    QString text = series.name;
    text += QStringLiteral("\n%1: %2").arg(m_value.x_title, exactNumber(point.x, numbers()));
    text += QStringLiteral("\n%1: %2").arg(m_value.y_title, y);
    for (const LinesValue::RatioMark& mark : m_value.ratios)
        if (mark.x == point.x && (mark.y_low == point.y || mark.y_high == point.y))
            text += '\n' + mark.text;
    if (!point.note.isEmpty()) text += '\n' + point.note;
    if (!point.final) text += '\n' + tr("still measuring");
    return text;
}

std::vector<Plot::Spot> LinesChart::spots() const {
    std::vector<Spot> found;
    for (const ChartSeries& series : m_value.series)
        for (const Point& point : series.points)
            if (shows(point))
                found.push_back({position(point), series.style, textOf(series, point)});
    // Left and Right walk along x; at one x from series to series.
    std::stable_sort(found.begin(), found.end(),
                     [](const Spot& a, const Spot& b) { return a.at.x() < b.at.x(); });
    return found;
}

}  // namespace duelo::ui
