// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/curves_chart.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/charts/decimate.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kLineWidth = 2, kDashedWidth = 1.5;
constexpr std::size_t kSigns = 8;     ///< markers on one line
constexpr std::size_t kSpots = 2000;  ///< points of one line whose values can be asked for

std::size_t lengthOf(const CurvesValue::Series& series) {
    return std::min(series.x.size(), series.y.size());
}

}  // namespace

CurvesChart::CurvesChart(QWidget* parent) : Plot(parent) {}

void CurvesChart::setValue(const CurvesValue& value) {
    m_value = value;
    showValue(m_value.description);
}

bool CurvesChart::isEmpty() const {
    const AxisScale x{.log = m_value.log_x};
    return std::none_of(m_value.series.begin(), m_value.series.end(), [&](const Series& series) {
        for (std::size_t i = 0; i < lengthOf(series); ++i)
            if (x.shows(series.x[i]) && std::isfinite(series.y[i])) return true;
        return false;
    });
}

std::unique_ptr<Chart> CurvesChart::copy() const {
    auto chart = std::make_unique<CurvesChart>();
    chart->setValue(m_value);
    return chart;
}

QPen CurvesChart::penOf(int style, bool dashed) const {
    QPen pen(seriesStyle(style).color, px(dashed ? kDashedWidth : kLineWidth), Qt::SolidLine,
             Qt::FlatCap, Qt::RoundJoin);
    if (dashed) pen.setDashPattern({4, 3});
    return pen;
}

std::vector<LegendEntry> CurvesChart::legend() const {
    std::vector<LegendEntry> entries;
    if (isEmpty()) return entries;
    std::set<int> named;
    bool dashed = false;
    for (const Series& series : m_value.series) {
        dashed = dashed || series.dashed;
        if (!named.insert(series.style).second) continue;
        entries.push_back(
            {series.name, [this, style = series.style](QPainter& painter, const QRectF& box) {
                 painter.setPen(penOf(style, false));
                 painter.drawLine(QPointF(box.left(), box.center().y()),
                                  QPointF(box.right(), box.center().y()));
                 drawMarker(painter, seriesStyle(style), box.center(), box.height() * 0.5,
                            tokens().surface);
             }});
    }
    if (!dashed) return entries;
    for (const bool line : {false, true})
        entries.push_back({line ? m_value.dashed_name : m_value.full_name,
                           [this, line](QPainter& painter, const QRectF& box) {
                               QPen pen = penOf(0, line);
                               pen.setColor(tokens().muted);
                               painter.setPen(pen);
                               painter.drawLine(QPointF(box.left(), box.center().y()),
                                                QPointF(box.right(), box.center().y()));
                           }});
    return entries;
}

AxisScale CurvesChart::makeXScale(double width_px) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    const AxisScale kind{.log = m_value.log_x};
    for (const Series& series : m_value.series)
        for (const double x : series.x) {
            if (!kind.shows(x)) continue;
            low = std::min(low, x);
            high = std::max(high, x);
        }
    const double label = QFontMetricsF(chartFont()).horizontalAdvance(QStringLiteral("00000,0"));
    const int room = qBound(2, static_cast<int>(width_px / label), 11);
    if (m_value.log_x) return powerScale(low, high, room);
    // Steps are whole: more ticks than steps would stand between them.
    const int steps = std::isfinite(high - low) ? static_cast<int>(high - low) + 2 : 2;
    return linearScale(low, high, std::max(2, std::min(room, steps)), numbers());
}

AxisScale CurvesChart::makeYScale(double height_px) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Series& series : m_value.series)
        for (const double y : series.y) {
            if (!std::isfinite(y)) continue;
            low = std::min(low, y);
            high = std::max(high, y);
        }
    if (m_value.y_range) {
        low = m_value.y_range->low;
        high = m_value.y_range->high;
    }
    return linearScale(std::min(low, 0.0), std::max(high, 0.0), ticksIn(height_px), numbers());
}

void CurvesChart::placeSeries() {
    m_strokes.assign(m_value.series.size(), {});
    for (std::size_t s = 0; s < m_value.series.size(); ++s) {
        const Series& series = m_value.series[s];
        QPolygonF stroke;
        const auto finish = [&] {
            if (!stroke.isEmpty()) m_strokes[s].push_back(std::exchange(stroke, {}));
        };
        // More points than pixels say no more; the extremes of each column stay.
        const bool dense = static_cast<double>(series.x.size()) > 2 * plotArea().width() &&
                           !m_value.log_x && series.x.size() == series.y.size() &&
                           std::all_of(series.y.begin(), series.y.end(),
                                       [](double y) { return std::isfinite(y); });
        const auto kept = dense ? decimate(series.x, series.y, xScale().low, xScale().high,
                                           static_cast<int>(plotArea().width()))
                                : std::vector<std::size_t>();
        for (std::size_t k = 0; k < (dense ? kept.size() : lengthOf(series)); ++k) {
            const std::size_t i = dense ? kept[k] : k;
            if (shows(series.x[i], series.y[i]))
                stroke.append(
                    position(series.x[i], qBound(yScale().low, series.y[i], yScale().high)));
            else
                finish();
        }
        finish();
    }
}

void CurvesChart::drawSigns(QPainter& painter, const Series& series) const {
    const std::size_t n = lengthOf(series);
    const std::size_t step = std::max<std::size_t>(1, (n + kSigns - 1) / kSigns);
    for (std::size_t i = 0; i < n; ++i)
        if ((i % step == step / 2 || (i + 1 == n && n <= kSigns)) &&
            shows(series.x[i], series.y[i]))
            drawMarker(painter, seriesStyle(series.style),
                       position(series.x[i], qBound(yScale().low, series.y[i], yScale().high)),
                       px(8), tokens().surface);
}

void CurvesChart::drawSuggestions(QPainter& painter) const {
    const QFontMetricsF metrics(chartFont());
    painter.setFont(chartFont());
    double y = plotArea().top() + px(2);
    for (const CurvesValue::Mark& mark : m_value.marks) {
        if (!xScale().shows(mark.x)) continue;
        const double x = position(mark.x, yScale().low).x();
        painter.setPen(QPen(seriesStyle(mark.style).color, px(1.5), Qt::DotLine));
        painter.drawLine(QPointF(x, plotArea().top()), QPointF(x, plotArea().bottom()));
        const double width = metrics.horizontalAdvance(mark.text) + px(8);
        const bool right = x + px(4) + width <= plotArea().right();
        const QRectF box(right ? x + px(4) : x - px(4) - width, y, width, metrics.height());
        painter.fillRect(box, tokens().surface);
        painter.setPen(tokens().text);
        painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, mark.text);
        y += metrics.height() * 1.2;
    }
}

void CurvesChart::drawMarks(QPainter& painter) const {
    painter.setBrush(Qt::NoBrush);
    for (std::size_t s = 0; s < m_strokes.size() && s < m_value.series.size(); ++s) {
        const Series& series = m_value.series[s];
        painter.setPen(penOf(series.style, series.dashed));
        for (const QPolygonF& stroke : m_strokes[s]) {
            if (stroke.size() > 1) painter.drawPolyline(stroke);
            if (stroke.size() == 1 && series.dashed)
                drawMarker(painter, seriesStyle(series.style), stroke.front(), px(4),
                           tokens().surface);
        }
    }
    for (const Series& series : m_value.series)
        if (!series.dashed) drawSigns(painter, series);
    drawSuggestions(painter);
}

std::vector<Plot::Spot> CurvesChart::spots() const {
    std::vector<Spot> found;
    const auto number = [&](double value) {
        return QString::fromStdString(formatSignificant(value, 4, numbers()));
    };
    for (const Series& series : m_value.series) {
        const std::size_t n = lengthOf(series), step = n / kSpots + 1;
        for (std::size_t i = 0; i < n; i += step) {
            if (!shows(series.x[i], series.y[i])) continue;
            QString text = series.name;
            const QString& what = series.dashed ? m_value.dashed_name : m_value.full_name;
            if (!what.isEmpty()) text += ", " + what;
            text += QStringLiteral("\n%1: %2").arg(m_value.x_title, number(series.x[i]));
            text += QStringLiteral("\n%1: %2").arg(m_value.y_title, number(series.y[i]));
            found.push_back(
                {position(series.x[i], qBound(yScale().low, series.y[i], yScale().high)),
                 series.style, text});
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Spot& a, const Spot& b) { return a.at.x() < b.at.x(); });
    return found;
}

}  // namespace duelo::ui
