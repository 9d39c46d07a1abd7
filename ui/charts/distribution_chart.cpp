// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/distribution_chart.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

/// Rows whose medians differ by more than this factor would be strokes on a common axis.
constexpr double kFarApart = 3;
/// Samples that spread over more than this factor need a log axis to be seen at all.
constexpr double kWide = 8;

}  // namespace

DistributionChart::DistributionChart(QWidget* parent) : Plot(parent) {}

void DistributionChart::setValue(DistributionValue value) {
    m_value = std::move(value);
    m_rows.clear();
    double least = HUGE_VAL, most = 0;
    for (std::size_t i = 0; i < m_value.series.size(); ++i) {
        Row row{.series = i, .low = HUGE_VAL, .high = -HUGE_VAL};
        for (const double sample : m_value.series[i].values_ms) {
            if (!std::isfinite(sample)) continue;
            ++row.count;
            row.low = std::min(row.low, sample);
            row.high = std::max(row.high, sample);
        }
        if (row.count == 0) continue;
        m_rows.push_back(row);
        least = std::min(least, m_value.series[i].median_ms);
        most = std::max(most, m_value.series[i].median_ms);
    }
    m_shared = !(least > 0) || most / least <= kFarApart;
    showValue(m_value.description);
}

std::unique_ptr<Chart> DistributionChart::copy() const {
    auto chart = std::make_unique<DistributionChart>();
    chart->setValue(m_value);
    return chart;
}

QString DistributionChart::yTitle() const {
    if (m_shared) return m_value.y_title;
    const QString note = tr("each row has its own scale");
    return m_value.y_title.isEmpty() ? note : m_value.y_title + QString::fromUtf8(" · ") + note;
}

AxisScale DistributionChart::scaleOf(double low, double high, double width_px) const {
    const double label = QFontMetricsF(chartFont()).horizontalAdvance(QStringLiteral("00000,00"));
    const int ticks = qBound(2, static_cast<int>(width_px / label), 11);
    return low > 0 && high / low > kWide ? logScale(low, high, ticks, numbers())
                                         : linearScale(low, high, ticks, numbers());
}

AxisScale DistributionChart::makeXScale(double width_px) const {
    if (!m_shared || m_rows.empty()) return {};
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const Row& row : m_rows) {
        low = std::min(low, row.low);
        high = std::max(high, row.high);
    }
    return scaleOf(low, high, width_px);
}

AxisScale DistributionChart::makeYScale(double) const {
    return {};  // rows have names, not values
}

void DistributionChart::placeSeries() {
    for (std::size_t i = 0; i < m_rows.size(); ++i) layRow(i);
}

void DistributionChart::layRow(std::size_t index) {
    Row& row = m_rows[index];
    const QRectF plot = plotArea();
    const double line = QFontMetricsF(chartFont()).height();
    const double height = plot.height() / static_cast<double>(m_rows.size());
    const double top = plot.top() + height * static_cast<double>(index);
    const double axis = m_shared ? px(3) : line + px(5);
    row.head = QRectF(plot.left(), top, plot.width(), line);
    row.axis = QRectF(plot.left(), top + height - axis, plot.width(), axis);
    row.band = QRectF(QPointF(plot.left(), row.head.bottom() + px(2)),
                      QPointF(plot.right(), qMax(row.axis.top(), row.head.bottom() + px(4))));
    row.scale = m_shared ? xScale() : scaleOf(row.low, row.high, plot.width());
    std::vector<double> at;
    at.reserve(row.count);
    for (const double sample : seriesOf(row).values_ms)
        if (row.scale.shows(sample)) at.push_back(row.scale.at(sample));
    row.swarm = swarmOf(at, plot.width(), row.band.height() * 0.9, dotOf(row));
}

QString DistributionChart::words(const Row& row) const {
    const Series& series = seriesOf(row);
    const auto number = [&](double value) {
        return QString::fromStdString(formatSignificant(value, 4, numbers()));
    };
    QString text = tr("median %1 ms").arg(number(series.median_ms));
    if (series.ci95_ms) {
        text += QStringLiteral(" [%1; %2]")
                    .arg(number(series.ci95_ms->low), number(series.ci95_ms->high));
    }
    return text + QStringLiteral(", n = %1").arg(row.count);
}

std::optional<double> DistributionChart::pixelAt(const Row& row, double value) const {
    if (!row.scale.shows(value)) return std::nullopt;
    const double at = row.scale.at(value);
    if (!(at >= 0 && at <= 1)) return std::nullopt;
    return row.band.left() + at * row.band.width();
}

void DistributionChart::drawSwarm(QPainter& painter, const Row& row) const {
    const SeriesStyle look = seriesStyle(seriesOf(row).style);
    const double middle = row.band.center().y(), dot = dotOf(row);
    QColor fill = look.color;
    fill.setAlphaF(0.75);
    for (const SampleSwarm::Stack& stack : row.swarm.stacks) {
        const double x = row.band.left() + stack.x_px;
        if (!row.swarm.dots && stack.count > 1) {
            painter.fillRect(
                QRectF(x - dot * 0.4, middle - stack.height_px / 2, dot * 0.8, stack.height_px),
                fill);
            continue;
        }
        const auto count = static_cast<double>(stack.count);
        for (double i = 0; i < count; ++i)
            drawMarker(painter, look, {x, middle + (i - (count - 1) / 2) * dot}, dot * 0.72,
                       tokens().surface);
    }
}

double DistributionChart::dotOf(const Row& row) const {
    return qBound(px(5.5), row.band.height() / 12, px(9));
}

QRectF DistributionChart::reachOf(const Row& row) const {
    double most = 0;
    for (const SampleSwarm::Stack& stack : row.swarm.stacks) most = qMax(most, stack.height_px);
    const double height = qMin(row.band.height(), most + 4 * dotOf(row));
    return {row.band.left(), row.band.center().y() - height / 2, row.band.width(), height};
}

void DistributionChart::drawMedian(QPainter& painter, const Row& row) const {
    const Series& series = seriesOf(row);
    const QRectF reach = reachOf(row);
    if (series.ci95_ms) {
        const auto low = pixelAt(row, series.ci95_ms->low);
        const auto high = pixelAt(row, series.ci95_ms->high);
        if (low && high && *low <= *high) {
            QColor soft = tokens().text;
            soft.setAlphaF(0.13);
            painter.fillRect(QRectF(*low, reach.top(), qMax(1.0, *high - *low), reach.height()),
                             soft);
        }
    }
    if (const auto x = pixelAt(row, series.median_ms)) {
        painter.setPen(QPen(tokens().text, px(2)));
        painter.drawLine(QPointF(*x, reach.top()), QPointF(*x, reach.bottom()));
    }
}

void DistributionChart::drawOwnAxis(QPainter& painter, const Row& row) const {
    const QFontMetricsF metrics(chartFont());
    painter.setPen(QPen(tokens().line, 1));
    painter.drawLine(row.axis.topLeft(), row.axis.topRight());
    painter.setPen(tokens().muted);
    painter.setFont(chartFont());
    double free = row.axis.left() - 1;
    for (const AxisTick& tick : row.scale.ticks) {
        const double x = row.axis.left() + row.scale.at(tick.value) * row.axis.width();
        painter.drawLine(QPointF(x, row.axis.top()), QPointF(x, row.axis.top() + px(3)));
        const double width = metrics.horizontalAdvance(tick.label) + 1;
        const double left = qBound(row.axis.left(), x - width / 2, row.axis.right() - width);
        if (left < free) continue;
        painter.drawText(QRectF(left, row.axis.top() + px(3), width, metrics.height()),
                         Qt::AlignCenter, tick.label);
        free = left + width + metrics.height() * 0.5;
    }
}

void DistributionChart::drawMarks(QPainter& painter) const {
    const QFont bold = chartFont(1, true);
    const QFontMetricsF boldMetrics(bold), metrics(chartFont());
    for (const Row& row : m_rows) {
        const SeriesStyle look = seriesStyle(seriesOf(row).style);
        const double line = row.head.height();
        drawMarker(painter, look, row.head.topLeft() + QPointF(line / 2, line / 2), px(8),
                   tokens().surface);
        const QString numbersText = words(row);
        const double room = row.head.width() - line * 1.2;
        const double wide = metrics.horizontalAdvance(numbersText) + line * 0.6;
        const QString name =
            boldMetrics.elidedText(seriesOf(row).name, Qt::ElideRight, qMax(line * 5, room - wide));
        const double used = boldMetrics.horizontalAdvance(name);
        QRectF place = row.head.adjusted(line * 1.2, 0, 0, 0);
        painter.setPen(tokens().text);
        painter.setFont(bold);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, name);
        place.setLeft(place.left() + used + line * 0.6);
        painter.setPen(tokens().muted);
        painter.setFont(chartFont());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(numbersText, Qt::ElideRight, place.width()));
        if (!m_shared) drawOwnAxis(painter, row);
        drawSwarm(painter, row);
        drawMedian(painter, row);
    }
}

std::vector<Plot::Spot> DistributionChart::spots() const {
    std::vector<Spot> found;
    for (const Row& row : m_rows)
        if (const auto x = pixelAt(row, seriesOf(row).median_ms))
            found.push_back({{*x, row.band.center().y()},
                             seriesOf(row).style,
                             seriesOf(row).name + '\n' + words(row)});
    return found;
}

}  // namespace duelo::ui
