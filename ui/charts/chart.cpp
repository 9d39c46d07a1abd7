// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <QEvent>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/settings.h"
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

void Chart::setLive(bool live) {
    if (live == m_live) return;
    m_live = live;
    restyle();
}

void Chart::setEmptyText(const QString& text) {
    if (text == m_emptyText) return;
    m_emptyText = text;
    if (isEmpty()) restyle();
}

QSize Chart::sizeHint() const {
    return minimumSizeHint() * 1.6;
}

QSize Chart::minimumSizeHint() const {
    const QFontMetricsF metrics(chartFont());
    return QSizeF(metrics.horizontalAdvance('0') * 24, metrics.height() * 11).toSize();
}

void Chart::setDescription(const std::string& description) {
    m_description = qs(description);
    setSpoken(m_spoken);
}

void Chart::setSpoken(const QString& point) {
    m_spoken = point;
    // Qt tells assistive technology about a change of the description, so a point is read aloud.
    const QString text =
        point.isEmpty() ? m_description : point + QLatin1String(". ") + m_description;
    if (text != accessibleDescription()) setAccessibleDescription(text);
}

void Chart::setClickable(bool clickable) {
    if (clickable)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

double Chart::px(double length) const {
    constexpr double usual_px = 12;
    return length * QFontInfo(font()).pixelSize() / usual_px;
}

QFont Chart::chartFont(double factor, bool bold) const {
    QFont font = this->font();
    font.setPixelSize(qMax(6, qRound(QFontInfo(font).pixelSize() * factor)));
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
            updateGeometry();
            restyle();
            break;
        default:
            break;
    }
}

}  // namespace duelo::ui
