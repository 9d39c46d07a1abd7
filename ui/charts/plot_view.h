// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <QRectF>

#include "ui/charts/plot_marks.h"

class QPainter;

namespace duelo::ui {

class Chart;

/// Whether Qt Charts draws the charts of this program; else Duelo's own canvas does.
[[nodiscard]] bool chartsAreOfQt();

/// Draws a plot: legend, axes with their titles, grid and series. There are two of this class, and
/// the linker gives a program one (CMakeLists.txt): `qt/` leaves it to Qt Charts, `canvas/` to the
/// painter and to the frame that every file has. Mouse and keyboard stay with the chart's widget.
class PlotView {
public:
    /// `above` paints upon all that is drawn here.
    PlotView(Chart& chart, std::function<void(QPainter&)> above);
    ~PlotView();

    /// Begins a new layout in the size, the letters and the theme that the chart has now.
    void setLegend(const std::vector<LegendEntry>& legend);
    /// Where the plot has its place inside such a frame.
    [[nodiscard]] QRectF areaFor(const PlotFrame& frame) const;
    void show(const PlotFrame& frame, const QRectF& area, const PlotMarks& marks);
    /// Redraws what `above` paints, because it has changed.
    void update();

private:
    struct Drawn;

    Chart& m_chart;
    std::unique_ptr<Drawn> m_drawn;
};

}  // namespace duelo::ui
