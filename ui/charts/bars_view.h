// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "report/chart_drawing.h"

class QPainter;

namespace duelo::ui {

class Chart;

/// The places of a chart's bars: rows of one height below the legend.
struct BarRows {
    /// A line of the chart: a bar, or the group of those below it.
    struct Row {
        const BarsValue::Bar* bar = nullptr;
        std::string group{};
    };
    std::vector<Row> rows;
    double top = 0, pitch = 0, name = 0, bar = 0, unit = 0;
    std::size_t shown = 0;  ///< rows that find room

    /// Returns the box of the bar in a row, or where one would be. `left` is where bars begin, in
    /// pixels.
    [[nodiscard]] Box box(std::size_t row, double left) const {
        const double ms = rows[row].bar ? rows[row].bar->drawnMs() : 0;
        return {left, top + pitch * static_cast<double>(row) + name, ms * unit, bar};
    }
};

/// Draws the bars of a chart and nothing around them. As of PlotView there are two.
class BarsView {
public:
    /// `around` paints upon the bars.
    BarsView(Chart& chart, std::function<void(QPainter&)> around);
    ~BarsView();

    /// Both must outlive what is shown. A value without bars of any length shows none.
    void show(const BarsValue& value, const BarRows& rows);
    /// Paints anew what stands around the bars, because it has changed.
    void update();

private:
    struct Drawn;

    Chart& m_chart;
    std::unique_ptr<Drawn> m_drawn;
};

}  // namespace duelo::ui
