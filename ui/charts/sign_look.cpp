// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sign_look.h"

#include <cmath>

#include <QPainter>

#include "ui/charts/painter_canvas.h"
#include "ui/look/theme.h"

namespace duelo::ui {

void drawSign(QPainter& painter, const QPointF& at, const SignLook& look) {
    drawSign(painter, look.marker, at, look.size_px, look.colour, tokens().surface);
    if (!look.filled) return;
    const double side = look.size_px * ChartCanvas::kFilled;
    painter.fillRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side), look.colour);
}

QImage signImage(const SignLook& look, double ratio) {
    const double side = std::ceil(look.size_px * 1.5);
    const int pixels = static_cast<int>(std::ceil(side * ratio));
    QImage image(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(ratio, ratio);
    drawSign(painter, {side / 2, side / 2}, look);
    return image;
}

}  // namespace duelo::ui
