// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

QPixmap drawn(const SvgDrawing& drawing, const QColor& color, int side_px) {
    QPixmap pixmap(side_px, side_px);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawing.paint(painter, QRectF(0, 0, side_px, side_px), color);
    return pixmap;
}

QByteArray svgOf(const QString& name) {
    QFile file(":/duelo/icons/" + name + ".svg");
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

QIcon icon(const QString& name) {
    const SvgDrawing svg(svgOf(name));
    QIcon out;
    for (const int side : {24, 48}) {
        out.addPixmap(drawn(svg, tokens().text, side), QIcon::Normal, QIcon::Off);
        out.addPixmap(drawn(svg, tokens().accent_strong, side), QIcon::Normal, QIcon::On);
        out.addPixmap(drawn(svg, tokens().muted, side), QIcon::Disabled, QIcon::Off);
    }
    return out;
}

bool Drawing::has(const QString& name) {
    return !svgOf(name).isEmpty();
}

Drawing::Drawing(const QString& name, QWidget* parent) : QWidget(parent), m_drawing(svgOf(name)) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize Drawing::sizeHint() const {
    const QSize size = m_drawing.size().toSize();
    return {scaled_px(size.width()), scaled_px(size.height())};
}

void Drawing::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    QSizeF size = m_drawing.size();
    size.scale(width(), height(), Qt::KeepAspectRatio);
    m_drawing.paint(painter, QRectF(QPointF(0, 0), size), tokens().text);
}

QIcon programIcon() {
    const SvgDrawing svg(svgOf("duelo"));
    QIcon out;
    for (const int side : {16, 32, 48, 128, 256}) out.addPixmap(drawn(svg, Qt::black, side));
    return out;
}

}  // namespace duelo::ui
