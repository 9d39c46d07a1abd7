// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/icons.h"

#include <QFile>
#include <QIconEngine>
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

/// Draws in the colours of the moment, so that no button has to follow a change of theme.
class ThemedIcon final : public QIconEngine {
public:
    explicit ThemedIcon(const QByteArray& svg) : m_drawing(svg) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode,
               QIcon::State state) override {
        const Tokens& t = tokens();
        m_drawing.paint(*painter, rect,
                        mode == QIcon::Disabled ? t.muted
                        : state == QIcon::On    ? t.accent_strong
                                                : t.text);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap out(size);
        out.fill(Qt::transparent);
        QPainter painter(&out);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return out;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new ThemedIcon(*this); }

private:
    SvgDrawing m_drawing;
};

QByteArray svgOf(const QString& name) {
    QFile file(":/duelo/icons/" + name + ".svg");
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

QIcon icon(const QString& name) {
    return QIcon(new ThemedIcon(svgOf(name)));
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
