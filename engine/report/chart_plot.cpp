// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "report/chart_drawing.h"

namespace duelo {
namespace {

/// The title of the y axis and the legend, in one row if they fit into it.
void drawHead(ChartCanvas& canvas, const ChartFrame& frame) {
    const double sample = canvas.px(40), row = canvas.px(22), edge = canvas.edge();
    double wide = 0;
    for (const ChartCanvas::LegendEntry& entry : frame.legend)
        wide += sample + canvas.px(32) + canvas.widthOf(entry.name);
    const bool one = canvas.widthOf(frame.y_title) + wide <= canvas.room();
    const double top = canvas.top;
    if (!frame.y_title.empty()) {
        canvas.text({edge, top + canvas.lineHeight() / 2},
                    canvas.elided(frame.y_title, canvas.room()));
        canvas.top += row;
    }
    const double below = canvas.top;
    if (one) canvas.top = top;
    canvas.legend(frame.legend, sample, one ? canvas.width - wide : edge);
    canvas.top = std::max(canvas.top, below);
}

}  // namespace

ChartPlot drawAxes(ChartCanvas& canvas, const ChartFrame& frame, double height) {
    const double gap = canvas.px(8), edge = canvas.edge();
    drawHead(canvas, frame);
    double left = edge;
    for (const AxisTick& tick : frame.scales.y.ticks)
        left = std::max(left, edge + canvas.widthOf(tick.label) + gap);
    // The last label is centred below its tick and may need room beyond the plot.
    const auto& ticks = frame.scales.x.ticks;
    const double right = edge + (ticks.empty() ? 0 : canvas.widthOf(ticks.back().label) / 2);
    const Box area{left, canvas.top + canvas.font() / 2, std::max(1.0, canvas.width - left - right),
                   height};
    const ChartPlot plot{area, frame.scales};
    const auto grid = [&](double value, double width) {
        const double y = plot.at(Place{0, plot.scales.y.at(value)}).y;
        canvas.line({area.left, y}, {area.right(), y}, {Ink::Grid, width});
        return y;
    };
    for (const double value : plot.scales.y.minor) grid(value, 0.5);
    for (const AxisTick& tick : plot.scales.y.ticks)
        canvas.text({area.left - gap, grid(tick.value, 1)}, tick.label, {.anchor = "end"});
    canvas.top = area.bottom();
    if (!ticks.empty()) {
        drawTicks(canvas, plot.scales.x, area);
        canvas.top += canvas.px(26);
    }
    if (!frame.x_title.empty()) {
        canvas.text({area.centre().x, canvas.top + canvas.lineHeight() / 2},
                    canvas.elided(frame.x_title, canvas.room()), {.anchor = "middle"});
        canvas.top += canvas.px(22);
    }
    return plot;
}

std::vector<AxisTick> labelledTicks(const ChartCanvas& canvas, const AxisScale& scale,
                                    const Box& above) {
    std::vector<AxisTick> labelled;
    const double space = canvas.px(8);
    const auto at = [&](const AxisTick& tick) { return scale.at(tick.value) * above.width; };
    const auto half = [&](const AxisTick& tick) { return canvas.widthOf(tick.label) / 2; };
    for (const AxisTick& tick : scale.ticks) {
        const double begin = at(tick) - half(tick), end = at(tick) + half(tick);
        // The last one before those in the middle.
        const AxisTick& last = scale.ticks.back();
        const bool clear = &tick == &last || end + space <= at(last) - half(last);
        const bool free =
            labelled.empty() || at(labelled.back()) + half(labelled.back()) + space <= begin;
        if (clear && free) labelled.push_back(tick);
    }
    return labelled;
}

void drawTicks(ChartCanvas& canvas, const AxisScale& scale, const Box& above) {
    const double base = above.bottom();
    const auto at = [&](const AxisTick& tick) {
        return above.left + scale.at(tick.value) * above.width;
    };
    canvas.line({above.left, base}, {above.right(), base}, {Ink::Muted});
    for (const AxisTick& tick : scale.ticks)
        canvas.line({at(tick), base}, {at(tick), base + canvas.px(6)}, {Ink::Muted});
    for (const AxisTick& tick : labelledTicks(canvas, scale, above))
        canvas.text({at(tick), base + canvas.px(16)}, tick.label, {.anchor = "middle"});
}

}  // namespace duelo
