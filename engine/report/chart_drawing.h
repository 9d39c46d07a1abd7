// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/chart_canvas.h"
#include "report/chart_layout.h"

/// The one drawing of each kind of chart, upon whatever canvas: whole for files, and in the parts
/// that the live plots of the window take.
namespace duelo {

struct ChartCaption;  // report/writers.h

/// The area and the scales of a plot, which give each mark its place.
struct ChartPlot {
    Box area;
    Scales scales;

    [[nodiscard]] Place at(const Place& share) const {
        return {area.left + share.x * area.width, area.bottom() - share.y * area.height};
    }
    [[nodiscard]] Place at(double x, double y) const { return at(scales.at(x, y)); }
};

inline constexpr int kChartTicks = 8;  ///< that have room beside an axis of a file

/// The axes, their titles and the legend around a plot.
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

/// Returns the pen of a series. In a chart with dashed lines, dashes tell the kind of a line, and
/// colours and markers alone tell the variants apart.
[[nodiscard]] ChartCanvas::Pen linePen(const ChartCanvas& canvas, const LinesValue& value,
                                       const LinesValue::Series& line);
/// Returns the pen of a legend's entry for full or for dashed lines.
[[nodiscard]] ChartCanvas::Pen kindPen(const ChartCanvas& canvas, bool dashed);
/// The words upon the lines: ratios between two of them, suggestions.
void drawRatios(ChartCanvas& canvas, const ChartPlot& plot, const LinesValue& value);
/// A series by its sign and its name, with words after it, in one line.
void drawSeriesHead(ChartCanvas& canvas, const Box& line, int style, const std::string& name,
                    const std::string& words);
/// The samples of a distribution's row, as signs or columns at their places.
struct RowSwarm {
    /// A sign, at its centre, or a column of samples that are too many for signs.
    struct Piece {
        Box box;
        bool sign = true;
    };
    double sign_px = 0;
    std::vector<Piece> pieces{};
    Box reach{};  ///< the height at which the median stands, and the width of its interval
    std::optional<double> median{};
    std::optional<Interval> interval{};  ///< from left to right
};
[[nodiscard]] RowSwarm rowSwarm(const ChartCanvas& canvas, const Box& row,
                                const DistributionValue::Series& series, const AxisScale& scale);
void drawRowHead(ChartCanvas& canvas, const Box& row, const DistributionValue::Series& series);
void drawColumn(ChartCanvas& canvas, const Box& column, int style);
/// Draws the contents of a scatter plot: grounds, levels, marks.
void drawScatter(ChartCanvas& canvas, const ChartPlot& plot, const ScatterValue& value);
/// Tells whether each sample of a course has a sign upon its line, or only some of them.
[[nodiscard]] bool hasFewSigns(const ChartCanvas& canvas, const Box& area, std::size_t samples);
void drawSigns(ChartCanvas& canvas, const Box& area, const std::vector<Place>& line, int style);
/// Draws the samples that do not count; their places are in pixels.
void drawDiscarded(ChartCanvas& canvas, const Box& area, const std::vector<Place>& discarded);

/// The heights that a bar takes: its name above it, itself, and what is free below.
struct BarRoom {
    double name = 0, bar = 0, gap = 0;
};
[[nodiscard]] BarRoom barRoom(const ChartCanvas& canvas, const BarsValue::Bar& bar);
/// Returns the length of a bar for one millisecond.
[[nodiscard]] double barUnit(const ChartCanvas& canvas, const BarsValue& value);
void drawBarLegend(ChartCanvas& canvas, const BarsValue& value);
/// The bar itself; `parts` are those of the legend.
void drawBar(ChartCanvas& canvas, const Box& box, const BarsValue::Bar& bar,
             const std::vector<BarsValue::Part>& parts, double unit);
/// Draws the name above a bar.
void drawBarName(ChartCanvas& canvas, const Box& box, const BarsValue::Bar& bar);
/// Draws the time behind a bar of parts, and upon another bar its interval.
void drawBarEnd(ChartCanvas& canvas, const Box& box, const BarsValue::Bar& bar, double unit);

/// Returns the boxes of the cells of each grid, as drawChart() draws them from the canvas's `top`
/// on.
[[nodiscard]] std::vector<std::vector<Box>> gridCells(const ChartCanvas& canvas,
                                                      const GridsValue& value);

/// Charts of one kind each, from the canvas's `top` on, which they leave behind themselves.
void drawChart(ChartCanvas& canvas, const LinesValue& value);
void drawChart(ChartCanvas& canvas, const DistributionValue& value);
void drawChart(ChartCanvas& canvas, const CourseValue& value);
void drawChart(ChartCanvas& canvas, const BarsValue& value);
void drawChart(ChartCanvas& canvas, const MatrixValue& value);
void drawChart(ChartCanvas& canvas, const TilesValue& value);
void drawChart(ChartCanvas& canvas, const GridsValue& value);
void drawChart(ChartCanvas& canvas, const ScatterValue& value);

inline constexpr double kChartWidth = 720;  ///< of a chart by itself
/// Draws a chart by itself, under its title or the caption's. The canvas's `top` is then its
/// height.
void drawWhole(ChartCanvas& canvas, const ChartValue& value, const ChartCaption& caption);

}  // namespace duelo
