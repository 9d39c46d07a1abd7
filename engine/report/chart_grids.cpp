// SPDX-License-Identifier: Apache-2.0
// Grids of cells: the lessons, a picture for each step.
#include <algorithm>

#include "report/chart_drawing.h"

namespace duelo {
namespace {

using Tone = GridsValue::Tone;

constexpr double kLeastWritten = 13, kLeastWords = 190, kMostGrid = 300, kLeastCell = 10;

struct GridPlace {
    Place title{}, sign{};
    std::vector<Box> cells{};
};

struct GridsLayout {
    std::vector<GridPlace> grids{};
    double side = 0;
    double right = 0, bottom = 0;  ///< of all grids
};

double linesOf(const GridsValue::Grid& grid) {
    return static_cast<double>((grid.cells.size() + grid.columns - 1) / grid.columns);
}

double signRoom(const ChartCanvas& canvas, const GridsValue::Grid& grid) {
    return canvas.px(grid.sign.empty() ? 26 : 40);
}

double widthOfGrid(const ChartCanvas& canvas, const GridsValue::Grid& grid, double side) {
    return std::max(static_cast<double>(grid.columns) * side, canvas.widthOf(grid.title));
}

/// Returns the width of a row of grids with cells of this side.
double rowWidth(const ChartCanvas& canvas, const GridsValue& value, std::size_t from, double side) {
    double width = 0;
    for (std::size_t i = from; i < value.grids.size(); ++i) {
        const GridsValue::Grid& grid = value.grids[i];
        if (i > from && grid.below) break;
        width += (i > from ? signRoom(canvas, grid) : 0) + widthOfGrid(canvas, grid, side);
    }
    return width;
}

/// The same for all grids, and as large as finds room: many cells are small.
double cellSide(const ChartCanvas& canvas, const GridsValue& value) {
    std::size_t columns = 1;
    for (const GridsValue::Grid& grid : value.grids) columns = std::max(columns, grid.columns);
    // Larger cells have longer words in them.
    const double most = std::max(kMostGrid, 9 * value.cell_px) / static_cast<double>(columns);
    double side = canvas.px(std::min(value.cell_px, std::max(kLeastCell, most)));
    for (std::size_t i = 0; i < value.grids.size(); ++i)
        if (i == 0 || value.grids[i].below)
            while (side > 2 && rowWidth(canvas, value, i, side) > canvas.room()) {
                double cells = 0;
                for (std::size_t k = i; k < value.grids.size(); ++k) {
                    if (k > i && value.grids[k].below) break;
                    cells += static_cast<double>(value.grids[k].columns);
                }
                const double over = rowWidth(canvas, value, i, side) - canvas.room();
                side -= std::max(0.5, over / cells);
            }
    return side;
}

GridsLayout layoutOf(const ChartCanvas& canvas, const GridsValue& value) {
    GridsLayout out{.side = cellSide(canvas, value)};
    double x = canvas.edge(), top = canvas.top;
    out.bottom = top;
    for (std::size_t i = 0; i < value.grids.size(); ++i) {
        const GridsValue::Grid& grid = value.grids[i];
        if (i > 0 && grid.below) {
            x = canvas.edge();
            top = out.bottom + canvas.px(10);
        } else if (i > 0) {
            x += signRoom(canvas, grid);
        }
        GridPlace place{.title = {x, top + canvas.lineHeight() / 2}};
        const double first = top + canvas.lineHeight() + canvas.px(4);
        for (std::size_t c = 0; c < grid.cells.size(); ++c)
            place.cells.push_back({x + static_cast<double>(c % grid.columns) * out.side,
                                   first + static_cast<double>(c / grid.columns) * out.side,
                                   out.side, out.side});
        const double height = linesOf(grid) * out.side;
        place.sign = {x - signRoom(canvas, grid) / 2, first + height / 2};
        x += widthOfGrid(canvas, grid, out.side);
        out.right = std::max(out.right, x);
        out.bottom = std::max(out.bottom, first + height);
        out.grids.push_back(std::move(place));
    }
    return out;
}

struct CellLook {
    Ink fill = Ink::Soft, edge = Ink::None, ink = Ink::Text;
    double opacity = 1;
};

CellLook lookOf(const GridsValue::Cell& cell) {
    // Half way letters of either kind can be read.
    if (cell.grey && cell.tone != Tone::Empty)
        return {.fill = Ink::Black,
                .ink = *cell.grey < 0.5 ? Ink::White : Ink::Black,
                .opacity = 1 - *cell.grey};
    if (cell.style) return {.fill = seriesInk(*cell.style), .ink = Ink::Surface};
    switch (cell.tone) {
        case Tone::Empty:
            return {.fill = Ink::Surface, .edge = Ink::Grid};
        case Tone::Outside:
            return {.fill = Ink::Surface, .edge = Ink::Grid, .ink = Ink::Muted};
        case Tone::Marked:
            return {.fill = seriesInk(0), .opacity = 0.25};
        case Tone::Chosen:
            return {.fill = seriesInk(0), .ink = Ink::Surface};
        case Tone::Equal:
            return {.fill = Ink::GoodSoft, .ink = Ink::GoodText};
        case Tone::Unequal:
            return {.fill = Ink::BadSoft, .edge = Ink::BadText, .ink = Ink::BadText};
        case Tone::Plain:
            break;
    }
    return {};
}

/// Around a cell whose ground is a picture's.
Ink frameOf(Tone tone) {
    switch (tone) {
        case Tone::Equal:
            return Ink::GoodText;
        case Tone::Unequal:
            return Ink::BadText;
        case Tone::Outside:
            return Ink::Grid;
        default:
            return seriesInk(0);
    }
}

/// The numbers of a picture are as large as each other: some have a digit more.
bool isPicture(const GridsValue::Cell& cell) {
    return cell.grey && cell.tone != Tone::Empty;
}

double writtenWidth(const ChartCanvas& canvas, const GridsValue::Cell& cell) {
    const bool picture = isPicture(cell);
    return std::max(canvas.widthOf(cell.text, cell.tone == Tone::Chosen && !picture, 1),
                    picture ? canvas.widthOf("0000", false, 1) : 0.0);
}

/// `widest` of what the cells of its grid say: a sign that one has makes none smaller than another.
void drawCell(ChartCanvas& canvas, const Box& box, const GridsValue::Cell& cell, double widest) {
    const double gap = std::min(canvas.px(1.5), box.width / 10);
    const Box inner{box.left + gap, box.top + gap, box.width - 2 * gap, box.height - 2 * gap};
    const CellLook look = lookOf(cell);
    const bool picture = isPicture(cell);
    if (picture) canvas.rect(inner, Ink::White);
    canvas.rect(inner, look.fill, look.opacity, look.edge);
    // A ground that says how bright it is has no colour for what is looked at.
    if (picture && cell.tone != Tone::Plain) {
        const double wide = canvas.px(cell.tone == Tone::Chosen ? 3.5 : 1.5), in = gap + wide / 2;
        const double left = box.left + in, top = box.top + in, right = box.right() - in,
                     bottom = box.bottom() - in;
        canvas.polyline({{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}},
                        {frameOf(cell.tone), wide});
    }
    if (cell.hatched)
        for (const Stroke& stroke : patternStrokes(inner, Pattern::Rising, canvas.px(7)))
            canvas.line(stroke.from, stroke.to, {Ink::Grid, canvas.px(1)});
    const ChartCanvas::Pen border{Ink::Text, canvas.px(4)};
    if (cell.line_right) canvas.line({box.right(), box.top}, {box.right(), box.bottom()}, border);
    if (cell.line_below) canvas.line({box.left, box.bottom()}, {box.right(), box.bottom()}, border);
    if (cell.text.empty() || box.width < canvas.px(kLeastWritten)) return;
    const double room = inner.width - 2 * gap;
    canvas.text(inner.centre(), cell.text,
                {.anchor = "middle",
                 .ink = look.ink,
                 .bold = cell.tone == Tone::Chosen && !picture,
                 .scale = widest > room ? room / widest : 1.0});
}

}  // namespace

std::vector<std::vector<Box>> gridCells(const ChartCanvas& canvas, const GridsValue& value) {
    std::vector<std::vector<Box>> cells;
    for (GridPlace& place : layoutOf(canvas, value).grids) cells.push_back(std::move(place.cells));
    return cells;
}

void drawChart(ChartCanvas& canvas, const GridsValue& value) {
    const GridsLayout layout = layoutOf(canvas, value);
    for (std::size_t i = 0; i < value.grids.size(); ++i) {
        const GridsValue::Grid& grid = value.grids[i];
        const GridPlace& place = layout.grids[i];
        canvas.text(place.title, canvas.elided(grid.title, canvas.width - place.title.x),
                    {.ink = Ink::Muted});
        if (!grid.sign.empty())
            canvas.text(place.sign, grid.sign, {.anchor = "middle", .bold = true, .scale = 1.3});
        double widest = 0;
        for (const GridsValue::Cell& cell : grid.cells)
            widest = std::max(widest, writtenWidth(canvas, cell));
        for (std::size_t c = 0; c < grid.cells.size(); ++c)
            drawCell(canvas, place.cells[c], grid.cells[c], widest);
    }
    const double beside = layout.right + canvas.px(30);
    const bool below = canvas.width - canvas.edge() - beside < canvas.px(kLeastWords);
    const double left = below ? canvas.edge() : beside;
    double y = below ? layout.bottom + canvas.px(10) : canvas.top + canvas.lineHeight();
    for (const std::string& words : value.words) {
        const bool bold = &words == &value.words.front();
        // Bold letters are wider.
        const double room = (canvas.width - canvas.edge() - left) / (bold ? 1.08 : 1);
        for (const std::string& line : canvas.wrapped(words, room)) {
            canvas.text({left, y + canvas.lineHeight() / 2}, line, {.bold = bold});
            y += canvas.lineHeight();
        }
        y += canvas.px(4);
    }
    canvas.top = std::max(layout.bottom, y) + canvas.px(6);
}

}  // namespace duelo
