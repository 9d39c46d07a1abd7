// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/course_chart.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

/// Up to this many samples of a series each can be asked for its value.
constexpr std::size_t kSwarmSpots = 400;
/// Samples that spread over more than this factor need a log axis to be seen at all.
constexpr double kWide = 8;
/// A dense line has no marker per sample, so that its series' marker stands upon it this often.
constexpr double kSignEvery = 120;
/// A course that varies less is not blown up to fill the plot: it is steady, and has to look so.
constexpr double kLeastSpan = 0.04;

bool allFinite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

SeriesStyle discardedStyle() {
    SeriesStyle style = seriesStyle(1);
    style.marker = Marker::Cross;
    style.color = tokens().muted;
    return style;
}

}  // namespace

CourseChart::CourseChart(QWidget* parent) : Plot(parent) {}

CourseChart::Line CourseChart::lineOf(CourseValue::Series series) {
    Line line{.name = series.name, .style = series.style};
    const std::size_t count = std::min(series.t_s.size(), series.wall_ms.size());
    series.t_s.resize(count);
    series.wall_ms.resize(count);
    if (series.discarded.empty() && allFinite(series.t_s) && allFinite(series.wall_ms)) {
        line.kept = {std::move(series.t_s), std::move(series.wall_ms)};
        line.kept.extremes = extremesOf(line.kept.wall_ms);
        return line;
    }
    std::sort(series.discarded.begin(), series.discarded.end());
    auto next = series.discarded.begin();
    for (std::size_t i = 0; i < count; ++i) {
        while (next != series.discarded.end() && *next < i) ++next;
        if (!std::isfinite(series.t_s[i]) || !std::isfinite(series.wall_ms[i])) continue;
        Samples& samples =
            next != series.discarded.end() && *next == i ? line.discarded : line.kept;
        samples.t_s.push_back(series.t_s[i]);
        samples.wall_ms.push_back(series.wall_ms[i]);
    }
    line.kept.extremes = extremesOf(line.kept.wall_ms);
    line.discarded.extremes = extremesOf(line.discarded.wall_ms);
    return line;
}

void CourseChart::setValue(CourseValue value) {
    m_lines.clear();
    for (CourseValue::Series& series : value.series) m_lines.push_back(lineOf(std::move(series)));
    value.series.clear();
    m_value = std::move(value);
    showValue(m_value.description);
}

bool CourseChart::isEmpty() const {
    return std::all_of(m_lines.begin(), m_lines.end(), [](const Line& line) {
        return line.kept.t_s.empty() && line.discarded.t_s.empty();
    });
}

std::unique_ptr<Chart> CourseChart::copy() const {
    auto chart = std::make_unique<CourseChart>();
    chart->m_lines = m_lines;
    chart->m_value = m_value;
    chart->showValue(m_value.description);
    return chart;
}

std::vector<LegendEntry> CourseChart::legend() const {
    std::vector<LegendEntry> entries;
    if (isEmpty()) return entries;
    bool discarded = false;
    for (const Line& line : m_lines) {
        entries.push_back(seriesLegend(line.name, line.style, px(1.5)));
        discarded = discarded || !line.discarded.t_s.empty();
    }
    if (discarded)
        entries.push_back({tr("not counted"), [](QPainter& painter, const QRectF& box) {
                               drawMarker(painter, discardedStyle(), box.center(),
                                          box.height() * 0.45, tokens().surface);
                           }});
    return entries;
}

AxisScale CourseChart::makeXScale(double width_px) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Line& line : m_lines)
        for (const Samples* samples : {&line.kept, &line.discarded}) {
            if (samples->t_s.empty()) continue;
            low = std::min(low, samples->t_s.front());
            high = std::max(high, samples->t_s.back());
        }
    const double label = QFontMetricsF(chartFont()).horizontalAdvance(QStringLiteral("00000,0"));
    return linearScale(low, high, qBound(2, static_cast<int>(width_px / label), 11), numbers());
}

AxisScale CourseChart::makeYScale(double height_px) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    const auto cover = [&](const Samples& samples) {
        if (samples.wall_ms.empty()) return;
        low = std::min(low, samples.extremes.low);
        high = std::max(high, samples.extremes.high);
    };
    for (const Line& line : m_lines) cover(line.kept);
    if (low > high)
        for (const Line& line : m_lines) cover(line.discarded);
    const int ticks = ticksIn(height_px);
    if (low > 0 && high / low > kWide) return logScale(low, high, ticks, numbers());
    const double lacking = std::abs(high) * kLeastSpan - (high - low);
    if (std::isfinite(lacking) && lacking > 0) {
        low -= lacking / 2;
        high += lacking / 2;
    }
    return linearScale(low, high, ticks, numbers());
}

QPolygonF CourseChart::pixels(const Samples& samples) const {
    const auto kept = decimate(samples.t_s, samples.wall_ms, xScale().low, xScale().high,
                               static_cast<int>(plotArea().width()));
    QPolygonF points;
    points.reserve(static_cast<qsizetype>(kept.size()));
    for (const std::size_t i : kept) {
        // What lies beyond the axis stands at its edge.
        const double y = yScale().shows(samples.wall_ms[i]) ? samples.wall_ms[i] : yScale().low;
        points.append(position(samples.t_s[i], qBound(yScale().low, y, yScale().high)));
    }
    return points;
}

void CourseChart::placeSeries() {
    for (Line& line : m_lines) {
        line.polyline = pixels(line.kept);
        const bool dense = static_cast<double>(line.polyline.size()) > plotArea().width();
        line.columns = dense ? columnStrokes(line.polyline) : QList<QLineF>();
        line.crosses = pixels(line.discarded);
    }
}

bool CourseChart::isSparse(const Line& line) const {
    return static_cast<double>(line.kept.t_s.size()) * px(9) <= plotArea().width();
}

void CourseChart::drawDiscarded(QPainter& painter, const Line& line) const {
    SeriesStyle style = discardedStyle();
    double last = -HUGE_VAL;
    for (const QPointF& point : line.crosses) {
        // More than one in two pixels would only blacken the same spot.
        if (point.x() - last < 2) continue;
        last = point.x();
        const bool beyond = point.y() <= plotArea().top();
        style.marker = beyond ? Marker::Triangle : Marker::Cross;
        drawMarker(painter, style, point + QPointF(0, beyond ? px(4) : 0), px(6), tokens().surface);
    }
}

void CourseChart::drawSigns(QPainter& painter, const Line& line, double from_px) const {
    const auto left = [](const QPointF& point, double x) { return point.x() < x; };
    for (double x = plotArea().left() + from_px; x < plotArea().right(); x += px(kSignEvery)) {
        const auto begin =
            std::lower_bound(line.polyline.begin(), line.polyline.end(), x - px(4), left);
        const auto end = std::lower_bound(begin, line.polyline.end(), x + px(4), left);
        if (begin == end) continue;
        double sum = 0;
        for (auto point = begin; point != end; ++point) sum += point->y();
        const QPointF at(x, sum / static_cast<double>(end - begin));
        // A field of its own, or a dense line of the same colour would swallow the marker.
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens().surface);
        painter.drawEllipse(at, px(7), px(7));
        drawMarker(painter, seriesStyle(line.style), at, px(8), tokens().surface);
    }
}

void CourseChart::drawMarks(QPainter& painter) const {
    double sign = px(kSignEvery) / 2;
    for (const Line& line : m_lines) {
        const SeriesStyle style = seriesStyle(line.style);
        const bool sparse = isSparse(line);
        // Dashes of a dense line would hide samples.
        painter.setPen(QPen(style.color, sparse ? px(1.5) : 1, Qt::SolidLine, Qt::FlatCap));
        if (line.columns.isEmpty()) {
            painter.drawPolyline(line.polyline);
        } else {
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.drawLines(line.columns);
            painter.restore();
        }
        if (sparse)
            for (const QPointF& point : line.polyline)
                drawMarker(painter, style, point, px(6), tokens().surface);
        else
            drawSigns(painter, line, sign);
        sign += px(kSignEvery) / 4;
        drawDiscarded(painter, line);
    }
}

std::vector<Plot::Spot> CourseChart::spots() const {
    std::vector<Spot> found;
    const auto add = [&](const Line& line, const Samples& samples, std::size_t i) {
        const double y = samples.wall_ms[i];
        if (!shows(samples.t_s[i], y) || y < yScale().low || y > yScale().high) return;
        const auto number = [&](double value) {
            return QString::fromStdString(formatSignificant(value, 4, numbers()));
        };
        QString text = line.name;
        text += QStringLiteral("\n%1: %2").arg(m_value.x_title, number(samples.t_s[i]));
        text += QStringLiteral("\n%1: %2").arg(m_value.y_title, number(y));
        if (&samples == &line.discarded) text += '\n' + tr("not counted");
        found.push_back({position(samples.t_s[i], y), line.style, text});
    };
    for (const Line& line : m_lines)
        for (const Samples* samples : {&line.kept, &line.discarded}) {
            const std::vector<double>& ms = samples->wall_ms;
            if (ms.empty()) continue;
            if (ms.size() <= kSwarmSpots) {
                for (std::size_t i = 0; i < ms.size(); ++i) add(line, *samples, i);
                continue;
            }
            for (const double extreme : {samples->extremes.low, samples->extremes.high}) {
                const auto at = std::find(ms.begin(), ms.end(), extreme);
                add(line, *samples, static_cast<std::size_t>(at - ms.begin()));
            }
        }
    std::stable_sort(found.begin(), found.end(),
                     [](const Spot& a, const Spot& b) { return a.at.x() < b.at.x(); });
    return found;
}

}  // namespace duelo::ui
