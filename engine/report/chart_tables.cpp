// SPDX-License-Identifier: Apache-2.0
// What has no axes: bars, matrices and pictures.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/svg_canvas.h"

namespace duelo {
namespace {

/// The parts of a bar, from its left on.
void drawParts(ChartCanvas& canvas, Box box, const BarsValue::Bar& bar,
               const std::vector<BarsValue::Part>& parts, double unit) {
    box.width = 0;
    for (const BarsValue::Part& part : bar.parts) {
        box.left = box.right();
        box.width = part.drawnMs() * unit;
        if (box.width <= 0) continue;
        const auto place = std::ranges::find(parts, part.id, &BarsValue::Part::id);
        canvas.part(box, partLook(part.id, static_cast<std::size_t>(place - parts.begin())));
        // A gap between neighbours, which may look alike where they are a few pixels wide.
        if (box.width > canvas.px(3))
            canvas.line({box.right(), box.top}, {box.right(), box.bottom()}, {Ink::Surface});
    }
}

/// The place of a matrix's cells and of the names beside them.
struct MatrixGrid {
    Box cells;
    double side_x = 0, side_y = 0;  ///< of a cell
    bool upright = false;           ///< the names of the columns are turned
};

MatrixGrid gridOf(const ChartCanvas& canvas, const MatrixValue& value) {
    constexpr double kNameShare = 0.22, kMostWidth = 170, kMostHeight = 60, kMostCells = 320;
    double name = 0;
    for (const std::string& each : value.names) name = std::max(name, canvas.widthOf(each));
    name = std::min(name + canvas.px(10), canvas.room() * kNameShare);
    const auto count = static_cast<double>(value.names.size());
    MatrixGrid grid;
    grid.side_x = std::min((canvas.room() - name) / count, canvas.px(kMostWidth));
    grid.side_y = canvas.px(std::min(kMostCells / count, kMostHeight));
    grid.upright = name > grid.side_x;
    const double above = grid.upright ? name : canvas.lineHeight();
    grid.cells = {canvas.edge() + name, canvas.top + above, grid.side_x * count,
                  grid.side_y * count};
    return grid;
}

/// Draws the names at the edges; of many names every second, third... one.
void drawNames(ChartCanvas& canvas, const MatrixValue& value, const MatrixGrid& grid) {
    const double gap = canvas.px(6), least = canvas.px(16);
    const auto every = [&](double side) {
        return static_cast<std::size_t>(std::max(1.0, std::ceil(least / side)));
    };
    const std::size_t rows = every(grid.side_y), columns = grid.upright ? every(grid.side_x) : 1;
    const double left = grid.cells.left - canvas.edge() - gap;
    for (std::size_t i = 0; i < value.names.size(); ++i) {
        const double middle = static_cast<double>(i) + 0.5;
        const double x = grid.cells.left + middle * grid.side_x;
        if (i % rows == 0)
            canvas.text({grid.cells.left - gap, grid.cells.top + middle * grid.side_y},
                        canvas.elided(value.names[i], left), {.anchor = "end"});
        if (i % columns == 0)
            canvas.text({x, grid.cells.top - (grid.upright ? gap : canvas.lineHeight() / 2)},
                        canvas.elided(value.names[i], grid.upright ? left : grid.side_x),
                        {.anchor = grid.upright ? "start" : "middle", .turned = grid.upright});
    }
}

void drawCells(ChartCanvas& canvas, const MatrixValue& value, const MatrixGrid& grid) {
    std::int64_t largest = 0;
    for (const auto& row : value.counts)
        for (const std::int64_t count : row) largest = std::max(largest, count);
    // One size for all counts: the one at which the largest fits its cell.
    const auto said = [&](std::int64_t count) {
        return formatFixed(static_cast<double>(count), 0, canvas.numbers);
    };
    const double wide = canvas.widthOf(said(largest), true, 1);
    const double fits =
        std::min({1.0, grid.side_y / (1.3 * canvas.font()), grid.side_x / (1.2 * wide)});
    // Cells too small for a frame would be nothing but frames.
    const bool framed = std::min(grid.side_x, grid.side_y) > canvas.px(6);
    for (std::size_t r = 0; r < value.counts.size(); ++r)
        for (std::size_t c = 0; c < value.counts[r].size(); ++c) {
            const std::int64_t count = value.counts[r][c];
            const Box cell{grid.cells.left + static_cast<double>(c) * grid.side_x,
                           grid.cells.top + static_cast<double>(r) * grid.side_y, grid.side_x,
                           grid.side_y};
            const Ink soft = r == c ? Ink::GoodSoft : Ink::BadSoft;
            if (framed || count > 0)
                canvas.rect(cell, count > 0 ? soft : Ink::None, 1, framed ? Ink::Grid : Ink::None);
            const Ink ink = count == 0 ? Ink::Muted : r == c ? Ink::GoodText : Ink::BadText;
            if (fits >= 0.5)
                canvas.text(cell.centre(), said(count),
                            {.anchor = "middle", .ink = ink, .bold = true, .scale = fits});
        }
}

void drawNote(ChartCanvas& canvas, const std::string& note) {
    for (const std::string& line : canvas.wrapped(note, canvas.room())) {
        canvas.text({canvas.edge(), canvas.top + canvas.lineHeight() / 2}, line,
                    {.ink = Ink::Muted});
        canvas.top += canvas.lineHeight();
    }
}

/// Returns the largest box in the picture's proportions, in the middle of `box`.
Box fittedPicture(const Box& box, const GreyPixels& grey) {
    const double unit = std::min(box.width / grey.width_px, box.height / grey.height_px);
    const double width = unit * grey.width_px, height = unit * grey.height_px;
    return {box.centre().x - width / 2, box.centre().y - height / 2, width, height};
}

/// White under the colour of its series: to be seen upon dark and bright pictures.
void drawTileFrame(ChartCanvas& canvas, const Box& of, const TilesValue::Frame& frame) {
    const double left = of.left + frame.left * of.width, top = of.top + frame.top * of.height;
    const double right = left + frame.width * of.width, bottom = top + frame.height * of.height;
    const std::vector<Place> round{
        {left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}};
    canvas.polyline(round, {Ink::White, canvas.px(4.5)});
    canvas.polyline(round, {seriesInk(frame.style), canvas.px(2.5)});
}

}  // namespace

BarRoom barRoom(const ChartCanvas& canvas, const BarsValue::Bar& bar) {
    const bool whole = bar.parts.empty();
    return {whole || !bar.name.empty() ? canvas.lineHeight() : 0, canvas.px(whole ? 14 : 26),
            canvas.px(whole ? 8 : 10)};
}

double barUnit(const ChartCanvas& canvas, const BarsValue& value) {
    double text = 0;
    for (const BarsValue::Bar& bar : value.bars)
        if (!bar.parts.empty())
            text = std::max(text, canvas.widthOf(bar.text, true, 1) + canvas.px(12));
    const double longest = value.longestMs();
    return longest > 0 ? (canvas.room() - text) / longest : 0;
}

void drawBarLegend(ChartCanvas& canvas, const BarsValue& value) {
    const std::vector<BarsValue::Part> parts = value.legend();
    std::vector<ChartCanvas::LegendEntry> legend;
    for (std::size_t i = 0; i < parts.size(); ++i)
        legend.push_back({parts[i].name, [&canvas, look = partLook(parts[i].id, i)](
                                             const Box& box) { canvas.part(box, look); }});
    canvas.legend(legend, canvas.px(20), canvas.edge());
    canvas.top += canvas.px(6);
}

void drawBar(ChartCanvas& canvas, const Box& box, const BarsValue::Bar& bar,
             const std::vector<BarsValue::Part>& parts, double unit) {
    if (bar.parts.empty() && bar.final)
        canvas.part(box, barLook(bar.style));
    else if (bar.parts.empty())
        canvas.rect(box, Ink::Muted);
    else
        drawParts(canvas, box, bar, parts, unit);
}

void drawBarName(ChartCanvas& canvas, const Box& box, const BarsValue::Bar& bar) {
    const Box line{canvas.edge(), box.top - canvas.lineHeight(), canvas.room(),
                   canvas.lineHeight()};
    if (bar.parts.empty())
        drawSeriesHead(canvas, line, bar.style, bar.name, bar.text);
    else if (!bar.name.empty())
        canvas.text({line.left, line.centre().y}, canvas.elided(bar.name, line.width),
                    {.ink = bar.final ? Ink::Text : Ink::Muted});
}

void drawBarEnd(ChartCanvas& canvas, const Box& box, const BarsValue::Bar& bar, double unit) {
    const double y = box.centre().y;
    if (!bar.parts.empty()) {
        canvas.text({box.right() + canvas.px(6), y}, bar.text,
                    {.ink = bar.final ? Ink::Text : Ink::Muted, .bold = true});
        return;
    }
    if (!bar.ci95_ms || !(bar.ci95_ms->low <= bar.ci95_ms->high)) return;
    const ChartCanvas::Pen pen{Ink::Text, canvas.px(1.5)};
    const double low = box.left + std::max(0.0, bar.ci95_ms->low) * unit;
    const double high = box.left + bar.ci95_ms->high * unit, cap = canvas.px(4);
    canvas.line({low, y}, {high, y}, pen);
    for (const double x : {low, high}) canvas.line({x, y - cap}, {x, y + cap}, pen);
}

void drawChart(ChartCanvas& canvas, const BarsValue& value) {
    const std::vector<BarsValue::Part> parts = value.legend();
    drawBarLegend(canvas, value);
    const double unit = barUnit(canvas, value);
    const std::string* group = nullptr;
    for (const BarsValue::Bar& bar : value.bars) {
        if (!bar.group.empty() && (!group || *group != bar.group)) {
            canvas.top += canvas.px(group ? 8 : 0);
            canvas.text({canvas.edge(), canvas.top + canvas.lineHeight() / 2},
                        canvas.elided(bar.group, canvas.room()), {.ink = Ink::Muted});
            canvas.top += canvas.lineHeight();
        }
        group = &bar.group;
        const BarRoom room = barRoom(canvas, bar);
        const Box box{canvas.edge(), canvas.top + room.name, bar.drawnMs() * unit, room.bar};
        drawBarName(canvas, box, bar);
        drawBar(canvas, box, bar, parts, unit);
        drawBarEnd(canvas, box, bar, unit);
        canvas.top = box.bottom() + room.gap;
    }
}

void drawChart(ChartCanvas& canvas, const MatrixValue& value) {
    drawNote(canvas, value.note);
    drawNote(canvas, value.row_title + "    " + value.column_title);
    const MatrixGrid grid = gridOf(canvas, value);
    drawNames(canvas, value, grid);
    drawCells(canvas, value, grid);
    canvas.top = grid.cells.bottom() + canvas.px(6);
}

/// Side by side, all equally large.
void drawChart(ChartCanvas& canvas, const TilesValue& value) {
    constexpr double kUsualSide = 140;
    constexpr std::size_t kUsualColumns = 4;
    const std::size_t columns = std::max<std::size_t>(1, value.columns);
    const double gap = canvas.px(10);
    drawNote(canvas, value.note);
    const double width = canvas.room() / static_cast<double>(columns);
    const double side =
        std::min(width - gap, canvas.px(kUsualSide * kUsualColumns / static_cast<double>(columns)));
    for (std::size_t from = 0; from < value.tiles.size(); from += columns) {
        const std::size_t to = std::min(from + columns, value.tiles.size());
        std::size_t lines = 0;
        for (std::size_t i = from; i < to; ++i) {
            const TilesValue::Tile& tile = value.tiles[i];
            const double left = canvas.edge() + static_cast<double>(i - from) * width;
            const Box box{left, canvas.top + gap, width - gap, side};
            if (tile.grey && tile.grey->width_px > 0 && tile.grey->height_px > 0) {
                const Box place = fittedPicture(box, *tile.grey);
                canvas.pixels(place, *tile.grey);
                for (const TilesValue::Frame& frame : tile.frames)
                    drawTileFrame(canvas, place, frame);
            } else {
                canvas.picture(box, tile.png);
            }
            double y = box.bottom() + canvas.lineHeight() / 2;
            for (const std::string& caption : tile.captions) {
                canvas.text({left + (width - gap) / 2, y}, canvas.elided(caption, width - gap),
                            {.anchor = "middle"});
                y += canvas.lineHeight();
            }
            lines = std::max(lines, tile.captions.size());
        }
        canvas.top += 2 * gap + side + canvas.lineHeight() * static_cast<double>(lines);
    }
}

}  // namespace duelo
