// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <QEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

Chart::Chart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void Chart::setTitle(const QString& title) {
    setAccessibleName(title);
}

void Chart::setNumberStyle(NumberStyle numbers) {
    if (numbers == m_numbers) return;
    m_numbers = numbers;
    restyle();
}

void Chart::setScale(double scale) {
    if (scale == m_scale) return;
    m_scale = scale;
    updateGeometry();
    restyle();
}

void Chart::setLive(bool live) {
    if (live == m_live) return;
    m_live = live;
    restyle();
}

void Chart::setEmptyText(const QString& text) {
    m_emptyText = text;
    if (isEmpty()) restyle();
}

void Chart::paintTo(QPainter& painter, const QRectF& target, double unit) const {
    const LightTokens light;
    const std::unique_ptr<Chart> chart = copy();
    chart->setFont(font());
    chart->setNumberStyle(m_numbers);
    chart->setEmptyText(m_emptyText);
    painter.save();
    painter.translate(target.topLeft());
    painter.scale(unit, unit);
    painter.setRenderHint(QPainter::Antialiasing);
    chart->drawOnce(painter, target.size() / unit);
    painter.restore();
}

QSize Chart::sizeHint() const {
    return minimumSizeHint() * 1.6;
}

QSize Chart::minimumSizeHint() const {
    const QFontMetricsF metrics(chartFont());
    return QSizeF(metrics.horizontalAdvance('0') * 36, metrics.height() * 11).toSize();
}

void Chart::setDescription(const QString& description) {
    m_description = description;
    setSpoken(m_spoken);
}

void Chart::setSpoken(const QString& point) {
    m_spoken = point;
    // Qt tells assistive technology about a change of the description, so a point is read aloud.
    const QString text =
        point.isEmpty() ? m_description : point + QLatin1String(". ") + m_description;
    if (text != accessibleDescription()) setAccessibleDescription(text);
}

QFont Chart::chartFont(double factor, bool bold) const {
    QFont font = this->font();
    font.setPixelSize(qMax(6, qRound(QFontInfo(font).pixelSize() * m_scale * factor)));
    font.setBold(bold);
    return font;
}

void Chart::drawEmptyText(QPainter& painter, const QRectF& rect) const {
    painter.setPen(tokens().muted);
    painter.setFont(chartFont());
    painter.drawText(rect, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void Chart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    switch (event->type()) {
        case QEvent::PaletteChange:
        case QEvent::FontChange:
        case QEvent::StyleChange:
            restyle();
            break;
        default:
            break;
    }
}

}  // namespace duelo::ui
