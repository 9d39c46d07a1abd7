// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QScatterSeries>

#include "ui/charts/qt/series_pool.h"
#include "ui/charts/sign_look.h"

class QPainter;

namespace duelo::ui {

/// Gives the points of a series a sign. Qt Charts has no cross, no plus and no hollow marker, so
/// that all are pictures. `ratio`: pixels of the device in one.
void setSign(QXYSeries& series, const SignLook& look, double ratio);

/// The signs of points. Qt Charts cuts one at the edge of the plot and has an item for each, so
/// that those that reach over the edge, and those of very many points, are painted upon it.
class Signs {
public:
    Signs(QChart& chart, QAbstractAxis& x, QAbstractAxis& y) : m_series(chart, x, y) {}

    /// `shares`: of the plot, which lies there in pixels.
    void place(const QList<QPointF>& shares, const QRectF& plot, const SignLook& look,
               double ratio);
    /// After all of a chart are placed.
    void finish();
    void paintRest(QPainter& painter) const;

private:
    struct Painted {
        QPointF at;
        SignLook look;
    };

    SeriesPool<QScatterSeries> m_series;
    std::vector<Painted> m_painted, m_next;
};

}  // namespace duelo::ui
