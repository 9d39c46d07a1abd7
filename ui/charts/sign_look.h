// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

#include "report/series_look.h"

class QPainter;

namespace duelo::ui {

/// The look of the marks at the points of a series.
struct SignLook {
    Marker marker = Marker::Circle;
    QColor colour;
    double size_px = 0;
    bool filled = false;
};

void drawSign(QPainter& painter, const QPointF& at, const SignLook& look);

/// Returns a square as wide as the sign with its line, in whole pixels of the device, of which
/// `ratio` are one: a scaled picture would be blurred.
[[nodiscard]] QImage signImage(const SignLook& look, double ratio);

}  // namespace duelo::ui
