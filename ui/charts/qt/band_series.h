// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAreaSeries>
#include <QLineSeries>

namespace duelo::ui {

/// A shaded band over the range that an interval covers.
class BandSeries final : public QAreaSeries {
public:
    BandSeries() {
        setUpperSeries(new QLineSeries(this));
        setLowerSeries(new QLineSeries(this));
        setPen(Qt::NoPen);
    }

    void show(const QPointF& topLeft, const QPointF& bottomRight, const QColor& shade) {
        setBrush(shade);
        place(*upperSeries(), {topLeft, {bottomRight.x(), topLeft.y()}});
        place(*lowerSeries(), {{topLeft.x(), bottomRight.y()}, bottomRight});
    }

private:
    static void place(QLineSeries& line, const QList<QPointF>& points) {
        if (points != line.points()) line.replace(points);
    }
};

}  // namespace duelo::ui
