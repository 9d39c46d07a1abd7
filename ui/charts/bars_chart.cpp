// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bars_chart.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "report/chart_drawing.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

double heightOf(const BarsValue& value, PainterCanvas canvas) {
    canvas.top = canvas.edge() / 2;
    drawChart(canvas, value);
    return canvas.top;
}

}  // namespace

BarsChart::BarsChart(Height height, QWidget* parent)
    : Chart(parent), m_fitted(height == Height::Fitted) {
    if (!m_fitted) return;
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void BarsChart::setValue(const BarsValue& value) {
    m_value = value;
    setDescription(m_value.description);
    restyle();
}

void BarsChart::restyle() {
    if (m_fitted) updateGeometry();
    update();
}

int BarsChart::heightForWidth(int width) const {
    if (isEmpty()) return minimumSizeHint().height();
    return static_cast<int>(
        std::ceil(heightOf(m_value, {nullptr, chartFont(), double(width), numbers()})));
}

QSize BarsChart::sizeHint() const {
    if (!m_fitted) return Chart::sizeHint();
    const int width = minimumSizeHint().width() * 2;
    return {width, heightForWidth(width)};
}

QSize BarsChart::minimumSizeHint() const {
    if (!m_fitted) return Chart::minimumSizeHint();
    const QFontMetricsF metrics(chartFont());
    return QSizeF(metrics.horizontalAdvance('0') * 18, metrics.height() * 3).toSize();
}

std::size_t BarsChart::fittingBars() const {
    BarsValue shown = m_value;
    while (shown.bars.size() > 1) {
        // The line that says what is left out needs room as well.
        const bool all = shown.bars.size() == m_value.bars.size();
        const double line = all ? 0 : canvasOn(nullptr).lineHeight();
        if (heightOf(shown, canvasOn(nullptr)) + line <= height()) break;
        shown.bars.pop_back();
    }
    return shown.bars.size();
}

void BarsChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !isLive());
    painter.fillRect(rect(), tokens().surface);
    PainterCanvas canvas = canvasOn(&painter);
    if (isEmpty()) {
        drawEmptyText(painter, QRectF(rect()).adjusted(canvas.edge(), 0, -canvas.edge(), 0));
    } else {
        BarsValue shown = m_value;
        shown.bars.resize(fittingBars());
        canvas.top = canvas.edge() / 2;
        drawChart(canvas, shown);
        const auto missing = static_cast<int>(m_value.bars.size() - shown.bars.size());
        if (missing > 0)
            canvas.text({canvas.edge(), canvas.top + canvas.lineHeight() / 2},
                        tr("and %n more", nullptr, missing).toStdString(), {.ink = Ink::Muted});
    }
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

}  // namespace duelo::ui
