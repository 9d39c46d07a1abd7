// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QColor>
#include <QFont>

#include "ui/charts/painter_canvas.h"
#include "ui/charts/plot_marks.h"

class QChart;
class QXYSeries;

namespace duelo::ui {

/// Qt's legend of a chart, in rows above the plot: what Duelo names in it is not one series each,
/// so that every entry has a series of its own that has no points.
class ChartLegend {
public:
    explicit ChartLegend(QChart& chart);

    /// Shows them from `top` on and tells how high they are. Names are whole, but where that would
    /// be higher than `most` they are cut in their middle, so that two or three share a row.
    /// `ratio`: pixels of the device in one.
    double show(const std::vector<LegendEntry>& entries, const PainterCanvas& canvas, double top,
                double most, double ratio);
    /// Qt hides a legend when a series comes, until it is laid out anew.
    void showAgain();

private:
    /// The state for which the legend was last laid out.
    struct Shown {
        std::vector<LegendEntry> entries;
        QFont letters;
        QColor ink;
        double width = 0, top = 0, most = 0, ratio = 0;

        bool operator==(const Shown&) const = default;
    };

    void makeKeys(const std::vector<LegendEntry>& entries);
    /// With names cut so that so many have room in a row; of 1, whole. Tells how wide the widest
    /// is.
    double fillKeys(const PainterCanvas& canvas, int beside);
    double place(const QPointF& at, double width_px, double widest_px);
    /// Lays the entries out in rows of at most this width. Returns the area that they cover.
    [[nodiscard]] QRectF laid(const QPointF& at, double width_px, Qt::Alignment align);

    QChart& m_chart;
    std::vector<QXYSeries*> m_keys;  ///< owned by the chart
    Shown m_shown;
    double m_height = 0;
};

}  // namespace duelo::ui
