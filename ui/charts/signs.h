// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QImage>
#include <QScatterSeries>

#include "report/series_look.h"
#include "ui/charts/series_pool.h"

class QPainter;

namespace duelo::ui {

struct SignLook {
    Marker marker = Marker::Circle;
    QColor colour;
    double size_px = 0;
    double ratio = 1;  ///< pixels of the device in one
    bool filled = false;
};

/// Square, as wide as the sign with its line, in whole pixels: a scaled picture would be blurred.
[[nodiscard]] QImage signImage(const SignLook& look);

/// Gives the points of a series a sign. Qt Charts has no cross, no plus and no hollow marker, so
/// that all are pictures.
void setSign(QXYSeries& series, const SignLook& look);

/// The signs of points. Qt Charts cuts one at the edge of the plot and has an item for each, so
/// that those that reach over the edge, and those of very many points, are painted upon it.
class Signs {
public:
    Signs(QChart& chart, QAbstractAxis& x, QAbstractAxis& y) : m_series(chart, x, y) {}

    /// `shares`: of the plot, which lies there in pixels.
    void place(const QList<QPointF>& shares, const QRectF& plot, const SignLook& look);
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
