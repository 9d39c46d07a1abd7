// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

#include <QRectF>

class QPainter;

namespace duelo::ui {

/// Fills a rectangle with what stands for a part of the time: colour and pattern each tell the
/// parts apart, and what is unexplained is cross-hatched without a colour. A part that has no look
/// of its own gets one by its `place` among those of the chart. `unit_px`: the width of the
/// pattern's lines.
void drawPart(QPainter& painter, const QRectF& rect, std::string_view id, std::size_t place,
              double unit_px);

}  // namespace duelo::ui
