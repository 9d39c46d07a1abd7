// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/tiles_chart.h"

#include <cmath>
#include <utility>

#include <QPainter>

#include "report/chart_drawing.h"
#include "ui/look/theme.h"

namespace duelo::ui {

TilesChart::TilesChart(QWidget* parent) : Chart(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void TilesChart::setValue(TilesValue value) {
    m_value = std::move(value);
    setDescription(m_value.description);
    restyle();
}

void TilesChart::restyle() {
    updateGeometry();
    update();
}

int TilesChart::heightForWidth(int width) const {
    if (isEmpty()) return Chart::minimumSizeHint().height();
    PainterCanvas canvas(nullptr, chartFont(), static_cast<double>(width), numbers());
    drawChart(canvas, m_value);
    return static_cast<int>(std::ceil(canvas.top));
}

QSize TilesChart::minimumSizeHint() const {
    return {Chart::minimumSizeHint().width(), 0};
}

QSize TilesChart::sizeHint() const {
    const int width = 2 * minimumSizeHint().width();
    return {width, heightForWidth(width)};
}

void TilesChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), tokens().surface);
    if (isEmpty()) return drawEmptyText(painter, rect());
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    PainterCanvas canvas = canvasOn(&painter);
    drawChart(canvas, m_value);
}

}  // namespace duelo::ui
