// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/qt/part_brush.h"

#include <QImage>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

QBrush partBrush(const PartLook& look, double step_px, double ratio) {
    const Tokens& colours = tokens();
    const QColor ground = look.style ? seriesColor(*look.style) : colours.neutral_soft;
    if (look.pattern == Pattern::Plain) return ground;
    // A tile is as wide as some steps, in whole pixels or its edges would show.
    constexpr int kSteps = 7;
    const double side = qMax(kSteps, qRound(kSteps * step_px)), step = side / kSteps;
    const int pixels = qRound(side * ratio);
    QImage tile(pixels, pixels, QImage::Format_ARGB32_Premultiplied);
    tile.setDevicePixelRatio(pixels / side);
    tile.fill(ground);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(look.style ? QPen(colours.surface, step / 10) : QPen(colours.muted, step / 6));
    // Lines of the neighbours reach into the corners.
    const Box around{-side, -side, 3 * side, 3 * side};
    for (const auto& [from, to] : patternStrokes(around, look.pattern, step))
        painter.drawLine(QPointF(from.x, from.y), QPointF(to.x, to.y));
    painter.end();
    return QBrush(tile);
}

}  // namespace duelo::ui
