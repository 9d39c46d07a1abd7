// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/signs.h"

#include <cmath>
#include <utility>

#include <QPainter>

#include "ui/charts/painter_canvas.h"

namespace duelo::ui {

namespace {

constexpr qsizetype kMostOfQt = 500;  ///< points of a series, each an item of Qt's

}  // namespace

QImage signImage(const SignLook& look) {
    const double side = std::ceil(look.size_px * 1.5);
    const int pixels = static_cast<int>(std::ceil(side * look.ratio));
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(look.ratio, look.ratio);
    drawSign(painter, look.marker, {side / 2, side / 2}, look.size_px, look.colour);
    if (look.filled) {
        const double inner = look.size_px * ChartCanvas::kFilled;
        painter.fillRect(QRectF((side - inner) / 2, (side - inner) / 2, inner, inner), look.colour);
    }
    return image;
}

void setSign(QXYSeries& series, const SignLook& look) {
    const QImage image = signImage(look);
    if (series.lightMarker() == image) return;
    series.setMarkerSize(image.width() / look.ratio);
    series.setLightMarker(image);
}

void Signs::place(const QList<QPointF>& shares, const QRectF& plot, const SignLook& look) {
    const double half = look.size_px * 0.75;
    const QRectF whole = plot.adjusted(half, half, -half, -half);
    QList<QPointF> inside;
    for (const QPointF& share : shares) {
        const QPointF at(plot.left() + share.x() * plot.width(),
                         plot.bottom() - share.y() * plot.height());
        if (shares.size() <= kMostOfQt && whole.contains(at))
            inside.append(share);
        else
            m_next.push_back({at, look});
    }
    if (inside.isEmpty()) return;
    QScatterSeries& series = m_series.take();
    setSign(series, look);
    if (inside != series.points()) series.replace(inside);
}

void Signs::finish() {
    m_series.finish();
    m_painted = std::exchange(m_next, {});
}

void Signs::paintRest(QPainter& painter) const {
    for (const auto& [at, look] : m_painted)
        drawSign(painter, look.marker, at, look.size_px, look.colour);
}

}  // namespace duelo::ui
