// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/grids_chart.h"

#include <cmath>
#include <utility>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "report/chart_drawing.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

QRectF toQt(const Box& box) {
    return {box.left, box.top, box.width, box.height};
}

}  // namespace

GridsChart::GridsChart(QWidget* parent) : Chart(parent) {
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void GridsChart::setValue(GridsValue value) {
    m_value = std::move(value);
    setDescription(m_value.description);
    restyle();
}

void GridsChart::restyle() {
    updateGeometry();
    update();
}

int GridsChart::heightForWidth(int width) const {
    if (isEmpty()) return Chart::minimumSizeHint().height();
    PainterCanvas canvas(nullptr, chartFont(), static_cast<double>(width), numbers());
    drawChart(canvas, m_value);
    return static_cast<int>(std::ceil(canvas.top));
}

QSize GridsChart::minimumSizeHint() const {
    return {Chart::minimumSizeHint().width(), 0};
}

QSize GridsChart::sizeHint() const {
    const int width = 2 * minimumSizeHint().width();
    return {width, heightForWidth(width)};
}

void GridsChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().surface);
    if (isEmpty()) return drawEmptyText(painter, rect());
    PainterCanvas canvas = canvasOn(&painter);
    drawChart(canvas, m_value);
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

QRectF GridsChart::cellAt(std::size_t grid, std::size_t cell) const {
    const auto cells = gridCells(canvasOn(nullptr), m_value);
    return grid < cells.size() && cell < cells[grid].size() ? toQt(cells[grid][cell]) : QRectF();
}

std::optional<int> GridsChart::stepAt(const QPointF& place) const {
    const auto cells = gridCells(canvasOn(nullptr), m_value);
    for (std::size_t g = 0; g < cells.size(); ++g)
        for (std::size_t c = 0; c < cells[g].size(); ++c)
            if (toQt(cells[g][c]).contains(place)) return m_value.grids[g].cells[c].step;
    return std::nullopt;
}

void GridsChart::mousePressEvent(QMouseEvent* event) {
    const auto step = stepAt(event->position());
    if (step && event->button() == Qt::LeftButton) Q_EMIT stepChosen(*step);
    Chart::mousePressEvent(event);
}

void GridsChart::mouseMoveEvent(QMouseEvent* event) {
    setCursor(stepAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void GridsChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Right:
            return Q_EMIT stepsWanted(1);
        case Qt::Key_Left:
            return Q_EMIT stepsWanted(-1);
        case Qt::Key_Space:
            return Q_EMIT playWanted();
        default:
            return Chart::keyPressEvent(event);
    }
}

}  // namespace duelo::ui
