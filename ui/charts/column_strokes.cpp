// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/column_strokes.h"

#include <algorithm>
#include <cmath>

namespace duelo::ui {

QList<QLineF> columnStrokes(const QPolygonF& points) {
    QList<QLineF> columns;
    double before = points.isEmpty() ? 0 : points.front().y();
    for (qsizetype i = 0; i < points.size();) {
        const double x = std::floor(points[i].x());
        double top = HUGE_VAL, bottom = -HUGE_VAL, last = before;
        for (; i < points.size() && std::floor(points[i].x()) == x; ++i) {
            last = points[i].y();
            top = std::min(top, last);
            bottom = std::max(bottom, last);
        }
        // Neighbours touch, as a line does, and a level line is still a pixel high.
        top = std::min(top, before);
        bottom = std::max({bottom, before, top + 1});
        columns.append({x, top, x, bottom});
        before = last;
    }
    return columns;
}

}  // namespace duelo::ui
