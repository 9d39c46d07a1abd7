// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/distribution_chart.h"

#include <algorithm>

#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

DistributionChart::DistributionChart(QWidget* parent) : Plot(parent) {}

void DistributionChart::setValue(DistributionValue value) {
    m_value = std::move(value);
    m_rows = rowsOf(m_value);
    showValue(m_value.description);
}

AxisScale DistributionChart::makeXScale(double width_px) const {
    if (isEmpty()) return {};
    return xScaleOf(m_value, ticksAlong(width_px), numbers());
}

AxisScale DistributionChart::makeYScale(double) const {
    return {};  // rows have names, not values
}

Box DistributionChart::rowBox(std::size_t row) const {
    Box box = areaBox();
    box.height /= static_cast<double>(m_rows.size());
    box.top += box.height * static_cast<double>(row);
    return box;
}

PlotMarks DistributionChart::makeMarks() {
    PlotMarks marks;
    m_swarms.clear();
    const PainterCanvas canvas = canvasOn(nullptr);
    const QRectF& plot = plotArea();
    const auto share = [&](double x, double y) {
        return QPointF((x - plot.left()) / plot.width(), (plot.bottom() - y) / plot.height());
    };
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const RowSwarm& swarm =
            m_swarms.emplace_back(rowSwarm(canvas, rowBox(row), *m_rows[row], xScale()));
        const int style = m_rows[row]->style;
        QList<QPointF> signs;
        for (const auto& [box, sign] : swarm.pieces)
            if (sign) signs.append(share(box.left, box.top));
        marks.signs.push_back(
            {signs, {seriesLook(style).marker, seriesColor(style), swarm.sign_px}});
        if (!swarm.interval) continue;
        QColor shade = tokens().text;
        shade.setAlphaF(0.13F);
        const double right = std::max(swarm.interval->high, swarm.interval->low + 1);
        marks.bands.push_back({share(swarm.interval->low, swarm.reach.top),
                               share(right, swarm.reach.bottom()), shade});
    }
    return marks;
}

/// The median stands upon its samples.
void DistributionChart::drawMarks(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    for (std::size_t row = 0; row < m_swarms.size(); ++row) {
        const RowSwarm& swarm = m_swarms[row];
        drawRowHead(canvas, rowBox(row), *m_rows[row]);
        for (const auto& [box, sign] : swarm.pieces)
            if (!sign) drawColumn(canvas, box, m_rows[row]->style);
        if (swarm.median)
            canvas.line({*swarm.median, swarm.reach.top}, {*swarm.median, swarm.reach.bottom()},
                        {Ink::Text, canvas.px(2)});
    }
}

std::vector<Plot::Spot> DistributionChart::spots() const {
    std::vector<Spot> found;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const DistributionValue::Series& series = *m_rows[row];
        if (!xScale().shows(series.median)) continue;
        const Box box = rowBox(row);
        const double at = xScale().at(series.median);
        if (at >= 0 && at <= 1)
            found.push_back({{box.left + at * box.width, box.centre().y},
                             series.style,
                             qs(series.name + '\n' + series.words)});
    }
    return found;
}

}  // namespace duelo::ui
