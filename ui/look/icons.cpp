// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icons.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

QPixmap drawn(QByteArray svg, const QColor& color, int side_px) {
    svg.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(side_px, side_px);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

QByteArray svgOf(const QString& name) {
    QFile file(":/duelo/icons/" + name + ".svg");
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

QIcon icon(const QString& name) {
    const QByteArray svg = svgOf(name);
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

Drawing::Drawing(const QString& name, QWidget* parent)
    : QWidget(parent), m_svg(svgOf(name)), m_size_px(QSvgRenderer(m_svg).defaultSize()) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize Drawing::sizeHint() const {
    return {scaled_px(m_size_px.width()), scaled_px(m_size_px.height())};
}

void Drawing::paintEvent(QPaintEvent* /*event*/) {
    QByteArray svg = m_svg;
    svg.replace("currentColor", tokens().text.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPainter painter(this);
    QSizeF size(m_size_px);
    size.scale(width(), height(), Qt::KeepAspectRatio);
    renderer.render(&painter, QRectF(QPointF(0, 0), size));
}

QIcon programIcon() {
    const QByteArray svg = svgOf("duelo");
    QIcon out;
    for (const int side : {16, 32, 48, 128, 256}) out.addPixmap(drawn(svg, Qt::black, side));
    return out;
}

}  // namespace duelo::ui
