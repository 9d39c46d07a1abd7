// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/chart_drawing.h"

namespace duelo {
namespace {

constexpr double kGroundShade = 0.14;

/// The part of a plot between two values each; what reaches beyond the axis ends at it.
Box boxOf(const ChartPlot& plot, const ScatterValue::Ground& ground) {
    const AxisScale& y = plot.scales.y;
    const auto within = [&](double value) { return y.shows(value) ? value : y.low; };
    const Place top =
        plot.at(ground.x_low, ground.y_high > y.high ? y.high : within(ground.y_high));
    const Place foot = plot.at(ground.x_high, within(ground.y_low));
    return {top.x, top.y, foot.x - top.x, foot.y - top.y};
}

void drawInterval(ChartCanvas& canvas, const ChartPlot& plot, const ScatterValue::Mark& mark) {
    if (!mark.interval || !(mark.interval->low <= mark.interval->high)) return;
    const AxisScale& y = plot.scales.y;
    const Place foot = plot.at(mark.x, y.shows(mark.interval->low) ? mark.interval->low : y.low);
    const Place top = plot.at(mark.x, y.shows(mark.interval->high) ? mark.interval->high : y.high);
    const double cap = canvas.px(3);
    const ChartCanvas::Pen pen{seriesInk(mark.style), canvas.px(1.25)};
    canvas.line(foot, top, pen);
    for (const Place& at : {foot, top}) canvas.line({at.x - cap, at.y}, {at.x + cap, at.y}, pen);
}

}  // namespace

void drawScatter(ChartCanvas& canvas, const ChartPlot& plot, const ScatterValue& value) {
    const double size = canvas.markerSize() * 0.85;
    for (const ScatterValue::Ground& ground : value.grounds) {
        const Box box = boxOf(plot, ground);
        if (box.height <= 0) continue;
        canvas.rect(box, seriesInk(ground.style), kGroundShade, Ink::None);
        if (!ground.middle || !plot.scales.y.shows(*ground.middle)) continue;
        const double at = plot.at(ground.x_low, *ground.middle).y;
        canvas.line({box.left, at}, {box.right(), at}, {seriesInk(ground.style), canvas.px(1.25)});
    }
    for (const double level : value.levels) {
        if (!plot.scales.y.shows(level)) continue;
        const double at = plot.at(value.x_low, level).y;
        canvas.line({plot.area.left, at}, {plot.area.right(), at},
                    {Ink::Muted, canvas.px(1.25), {canvas.px(5), canvas.px(3)}});
    }
    for (const ScatterValue::Mark& mark : value.marks)
        if (value.shows(mark)) drawInterval(canvas, plot, mark);
    for (const ScatterValue::Mark& mark : value.marks) {
        if (!value.shows(mark)) continue;
        const Place at = plot.at(mark.x, mark.y);
        canvas.marker(seriesLook(mark.style).marker, at, size, seriesInk(mark.style), mark.words);
        if (mark.filled) canvas.fillSign(mark.style, at, size);
    }
}

void drawChart(ChartCanvas& canvas, const ScatterValue& value) {
    std::vector<ChartCanvas::LegendEntry> legend;
    for (const ScatterValue::Name& name : value.names)
        legend.push_back({name.name, [&canvas, &name](const Box& box) {
                              const double size = canvas.px(9);
                              canvas.sign(name.style, box.centre(), size);
                              if (name.filled) canvas.fillSign(name.style, box.centre(), size);
                          }});
    const Scales scales{xScaleOf(value), yScaleOf(value, kChartTicks, canvas.numbers)};
    const ChartPlot plot =
        drawAxes(canvas, {scales, value.x_title, value.y_title, legend}, canvas.px(300));
    drawScatter(canvas, plot, value);
}

}  // namespace duelo
