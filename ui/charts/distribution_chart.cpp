// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/distribution_chart.h"

#include "ui/look/settings.h"

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

void DistributionChart::drawMarks(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        drawRow(canvas, rowBox(row), *m_rows[row], xScale());
}

std::vector<Plot::Spot> DistributionChart::spots() const {
    std::vector<Spot> found;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const DistributionValue::Series& series = *m_rows[row];
        if (!xScale().shows(series.median_ms)) continue;
        const Box box = rowBox(row);
        const double at = xScale().at(series.median_ms);
        if (at >= 0 && at <= 1)
            found.push_back({{box.left + at * box.width, box.centre().y},
                             series.style,
                             qs(series.name + '\n' + series.words)});
    }
    return found;
}

}  // namespace duelo::ui
