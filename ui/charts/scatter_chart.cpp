// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatter_chart.h"

#include <algorithm>
#include <utility>

#include <QPainter>

#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

ScatterChart::ScatterChart(QWidget* parent) : Plot(parent) {
    connect(this, &Plot::spotChosen, this, [this](int spot) {
        if (static_cast<std::size_t>(spot) < m_order.size())
            Q_EMIT markChosen(static_cast<int>(m_order[static_cast<std::size_t>(spot)]));
    });
}

void ScatterChart::setValue(ScatterValue value) {
    m_value = std::move(value);
    m_order.clear();
    for (std::size_t i = 0; i < m_value.marks.size(); ++i)
        if (m_value.shows(m_value.marks[i])) m_order.push_back(i);
    std::ranges::stable_sort(m_order, {}, [this](std::size_t i) { return m_value.marks[i].x; });
    showValue(m_value.description);
}

void ScatterChart::setChosenOwner(std::optional<std::size_t> owner) {
    if (owner == m_owner) return;
    m_owner = owner;
    restyle();
}

std::vector<ChartLegend::Entry> ScatterChart::legend() const {
    std::vector<ChartLegend::Entry> entries;
    if (isEmpty()) return entries;
    for (const ScatterValue::Name& name : m_value.names)
        entries.push_back(
            {name.name, seriesLook(name.style).marker, QPen(seriesColor(name.style)), name.filled});
    return entries;
}

AxisScale ScatterChart::makeXScale(double) const {
    return isEmpty() ? AxisScale() : xScaleOf(m_value);
}

AxisScale ScatterChart::makeYScale(double height_px) const {
    return isEmpty() ? AxisScale() : yScaleOf(m_value, ticksIn(height_px), numbers());
}

QPointF ScatterChart::placeOf(std::size_t mark) const {
    const ScatterValue::Mark& at = m_value.marks[mark];
    return Plot::position(scales().at(at.x, at.y));
}

void ScatterChart::drawMarks(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    const auto isWith = [](const ScatterValue::Mark& a, const ScatterValue::Mark& b) {
        return a.owner == b.owner && a.group == b.group;
    };
    const ScatterValue::Mark* met =
        spot() && *spot() < m_order.size() ? &m_value.marks[m_order[*spot()]] : nullptr;
    QPolygonF joined;
    for (const std::size_t i : m_order)
        if (met && isWith(m_value.marks[i], *met)) joined << placeOf(i);
    if (joined.size() > 1) {
        painter.setPen(QPen(tokens().text, px(1.5)));
        painter.drawPolyline(joined);
    }
    drawScatter(canvas, {areaBox(), scales()}, m_value);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens().text, px(1.5)));
    for (const std::size_t i : m_order)
        if (m_value.marks[i].owner == m_owner || (met && isWith(m_value.marks[i], *met)))
            painter.drawEllipse(placeOf(i), px(8), px(8));
}

std::vector<Plot::Spot> ScatterChart::spots() const {
    std::vector<Spot> found;
    for (const std::size_t i : m_order)
        found.push_back({placeOf(i), m_value.marks[i].style, qs(m_value.marks[i].words)});
    return found;
}

}  // namespace duelo::ui
