// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/chart_canvas.h"
#include "report/chart_layout.h"

/// The one drawing of each kind of chart, upon whatever canvas: whole for files, and in the parts
/// that the live plots of the window take.
namespace duelo {

/// Where the marks of a plot stand.
struct ChartPlot {
    Box area;
    Scales scales;

    [[nodiscard]] Place at(const Place& share) const {
        return {area.left + share.x * area.width, area.bottom() - share.y * area.height};
    }
    [[nodiscard]] Place at(double x, double y) const { return at(scales.at(x, y)); }
};

inline constexpr int kChartTicks = 8;  ///< that have room beside an axis of a file

/// What stands around a plot.
struct ChartFrame {
    Scales scales;
    std::string x_title, y_title;
    std::vector<ChartCanvas::LegendEntry> legend{};
};
/// Draws it, from the canvas's `top` on, around a plot of this height.
[[nodiscard]] ChartPlot drawAxes(ChartCanvas& canvas, const ChartFrame& frame, double height);
/// The ticks and labels of an axis below a box; a label is written whole or not at all.
void drawTicks(ChartCanvas& canvas, const AxisScale& scale, const Box& above);
[[nodiscard]] std::vector<AxisTick> labelledTicks(const ChartCanvas& canvas, const AxisScale& scale,
                                                  const Box& above);
[[nodiscard]] std::vector<ChartCanvas::LegendEntry> legendOf(ChartCanvas& canvas,
                                                             const LinesValue& value);
[[nodiscard]] std::vector<ChartCanvas::LegendEntry> legendOf(ChartCanvas& canvas,
                                                             const CourseValue& value);

/// Where dashes say what a line is of, colours and markers alone tell the variants apart.
[[nodiscard]] ChartCanvas::Pen linePen(const ChartCanvas& canvas, const LinesValue& value,
                                       const LinesValue::Series& line);
/// What stands upon the lines: points with their intervals, ratios, suggestions.
void drawMarks(ChartCanvas& canvas, const ChartPlot& plot, const LinesValue& value);
/// A series by its sign and its name, with words after it, in one line.
void drawSeriesHead(ChartCanvas& canvas, const Box& line, int style, const std::string& name,
                    const std::string& words);
/// The samples of a row, its median and its name.
void drawRow(ChartCanvas& canvas, const Box& row, const DistributionValue::Series& series,
             const AxisScale& scale);
/// The signs upon a line of a course, and what does not count, in pixels.
void drawMarks(ChartCanvas& canvas, const Box& area, const std::vector<Place>& line,
               const std::vector<Place>& discarded, int style);

/// Charts of one kind each, from the canvas's `top` on, which they leave behind themselves.
void drawChart(ChartCanvas& canvas, const LinesValue& value);
void drawChart(ChartCanvas& canvas, const DistributionValue& value);
void drawChart(ChartCanvas& canvas, const CourseValue& value);
void drawChart(ChartCanvas& canvas, const BarsValue& value);
void drawChart(ChartCanvas& canvas, const MatrixValue& value);

}  // namespace duelo
