// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QList>
#include <QPolygonF>

namespace duelo::ui {

/// A line with several points per pixel as one upright stroke per column of pixels: the same
/// picture from a quarter of the strokes. `points` ascend in x.
[[nodiscard]] QList<QLineF> columnStrokes(const QPolygonF& points);

}  // namespace duelo::ui
