// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include "ui/charts/chart_values.h"

class QPainter;

namespace duelo::ui {

/// Fills a rectangle with what stands for a part of the time: colour and pattern each tell the
/// parts apart, and what is unexplained is cross-hatched without a colour. `unit_px`: the width of
/// the pattern's lines.
void drawPart(QPainter& painter, const QRectF& rect, BreakdownValue::Part part, double unit_px);

}  // namespace duelo::ui
