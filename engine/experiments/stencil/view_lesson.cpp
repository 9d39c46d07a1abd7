// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "experiments/stencil/params.h"
#include "experiments/stencil/view.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace stencil_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;

constexpr int kSide = 10, kBorder = kSide - 1, kLevels = 2;
constexpr int kLineCells = 4, kLines = (kSide + kLineCells - 1) / kLineCells;
constexpr int kBlock = 4;  ///< columns of a block

/// Cells that are updated in a row of the order: of a row, or of a column.
struct Piece {
    int level = 1, top = 1, bottom = 2, left = 1, right = 2;

    [[nodiscard]] int cells() const { return (bottom - top) * (right - left); }
};

std::vector<Piece> piecesOf(HeatWay way) {
    std::vector<Piece> pieces;
    if (way == HeatWay::Temporal) {
        // As temporalHeat() goes through a strip as wide as the plate.
        for (int front = 1; front < kBorder + kLevels - 1; ++front)
            for (int level = 1; level <= kLevels; ++level)
                if (const int y = front - level + 1; y >= 1 && y < kBorder)
                    pieces.push_back({level, y, y + 1, 1, kBorder});
        return pieces;
    }
    for (int level = 1; level <= kLevels; ++level) {
        const int wide = way == HeatWay::Blocked ? kBlock : kBorder - 1;
        if (way == HeatWay::Columns)
            for (int x = 1; x < kBorder; ++x) pieces.push_back({level, 1, kBorder, x, x + 1});
        else
            for (int left = 1; left < kBorder; left += wide)
                for (int y = 1; y < kBorder; ++y)
                    pieces.push_back({level, y, y + 1, left, std::min(left + wide, kBorder)});
    }
    return pieces;
}

/// A line of the memory: of the plate after so many steps, its row, and which of that.
using Line = std::tuple<int, int, int>;

/// Holds the lines that were used last, of which the one that was not used for longest leaves.
class Cache {
public:
    Cache(HeatWay way, int lines) : m_way(way), m_size(static_cast<std::size_t>(lines)) {}

    void update(const Piece& piece) {
        const bool down = piece.right - piece.left == 1;
        for (int a = down ? piece.left : piece.top; a < (down ? piece.right : piece.bottom); ++a)
            for (int b = down ? piece.top : piece.left; b < (down ? piece.bottom : piece.right);
                 ++b)
                updateCell(piece.level, down ? b : a, down ? a : b);
    }
    [[nodiscard]] int fetched() const { return m_fetched; }
    [[nodiscard]] bool holds(int level, int y, int line) const {
        return std::ranges::find(m_held, lineOf(level, y, line * kLineCells)) != m_held.end();
    }

private:
    /// Returns where a cell lies: of steps in between, several at once keep some rows alone, again
    /// and again in one place.
    [[nodiscard]] Line lineOf(int level, int y, int x) const {
        const bool kept = m_way == HeatWay::Temporal && level > 0 && level < kLevels;
        return {level, kept ? y % static_cast<int>(kHeatRing) : y, x / kLineCells};
    }
    void updateCell(int level, int y, int x) {
        for (const auto& [dy, dx] : {std::pair{-1, 0}, {0, -1}, {0, 0}, {0, 1}, {1, 0}}) {
            const bool border = y + dy == 0 || y + dy == kBorder;
            use(lineOf(border ? 0 : level - 1, y + dy, x + dx));
        }
        use(lineOf(level, y, x));
    }
    void use(const Line& line) {
        const auto at = std::ranges::find(m_held, line);
        if (at != m_held.end()) {
            std::rotate(at, at + 1, m_held.end());
            return;
        }
        ++m_fetched;
        if (m_held.size() == m_size) m_held.erase(m_held.begin());
        m_held.push_back(line);
    }

    const HeatWay m_way;
    const std::size_t m_size;
    std::vector<Line> m_held;  ///< the one that was used last at the end
    int m_fetched = 0;
};

Cache cacheAfter(HeatWay way, int lines, std::size_t count) {
    const std::vector<Piece> pieces = piecesOf(way);
    Cache cache(way, lines);
    for (std::size_t i = 0; i < std::min(count, pieces.size()); ++i) cache.update(pieces[i]);
    return cache;
}

HeatWay orderOf(const Params& settings) {
    return settings.word<HeatWay>("order");
}
int linesOf(const Params& settings) {
    return static_cast<int>(settings.integer("lines", 1));
}

/// The plate, with how many steps each cell has made.
Grid plateGrid(const std::vector<Piece>& pieces, std::size_t count, const Text& text) {
    Grid grid{.title = text("stencil.lesson_plate"), .columns = kSide};
    grid.cells.assign(std::size_t{kSide} * kSide, {.tone = Tone::Outside});
    for (std::size_t i = 0; i < count; ++i)
        for (int y = pieces[i].top; y < pieces[i].bottom; ++y)
            for (int x = pieces[i].left; x < pieces[i].right; ++x)
                grid.cells[static_cast<std::size_t>(y * kSide + x)] = {
                    .text = std::to_string(pieces[i].level),
                    .tone = i + 1 == count ? Tone::Chosen : Tone::Plain};
    for (int y = 1; y < kBorder; ++y)
        for (int x = 1; x < kBorder; ++x)
            if (GridsValue::Cell& cell = grid.cells[static_cast<std::size_t>(y * kSide + x)];
                cell.text.empty())
                cell = {.text = "0", .tone = Tone::Plain};
    return grid;
}

/// The lines of a plate that are in the cache.
Grid linesGrid(const Cache& cache, HeatWay way, int level, const Text& text) {
    const bool kept = way == HeatWay::Temporal && level == 1;
    Grid grid{.title = text("stencil.lesson_memory", {{"level", level}}), .columns = kLines};
    for (int y = 0; y < (kept ? static_cast<int>(kHeatRing) : kSide); ++y)
        for (int line = 0; line < kLines; ++line)
            grid.cells.push_back(
                {.tone = cache.holds(level, y, line) ? Tone::Marked : Tone::Empty});
    return grid;
}

std::string allWaysText(int lines, const Text& text) {
    std::vector<std::string> each;
    for (std::size_t i = 0; i < wordsOf<HeatWay>.size(); ++i) {
        const auto way = static_cast<HeatWay>(i);
        each.push_back(text.word("kernel", std::string(word(way))) + " " +
                       std::to_string(cacheAfter(way, lines, piecesOf(way).size()).fetched()));
    }
    return commaJoined(each);
}

GridsValue pictureAt(const Params& settings, int step, const Text& text) {
    const HeatWay way = orderOf(settings);
    const std::vector<Piece> pieces = piecesOf(way);
    const auto count = static_cast<std::size_t>(step);  // of pieces that are done
    const Cache cache = cacheAfter(way, linesOf(settings), count);
    GridsValue out{.title = text("stencil.lesson_title"),
                   .grids = {plateGrid(pieces, count, text)}};
    for (int level = 0; level <= kLevels; ++level)
        out.grids.push_back(linesGrid(cache, way, level, text));
    if (count == 0) {
        out.words = {text("stencil.lesson_predict", {{"lines", kSide * kLines}})};
    } else {
        const Piece& piece = pieces[count - 1];
        int cells = 0;
        for (std::size_t i = 0; i < count; ++i) cells += pieces[i].cells();
        out.words = {
            text(way == HeatWay::Columns ? "stencil.lesson_column" : "stencil.lesson_row",
                 {{"number", count},
                  {"count", pieces.size()},
                  {"level", piece.level},
                  {"at", way == HeatWay::Columns ? piece.left : piece.top}}),
            text("stencil.lesson_fetched", {{"lines", cache.fetched()}, {"cells", cells}})};
    }
    if (count == pieces.size())
        out.words.push_back(
            text("stencil.lesson_end", {{"list", allWaysText(linesOf(settings), text)}}));
    out.words.push_back(text("stencil.lesson_" + std::string(word(way))));
    out.words.push_back(text("stencil.lesson_limits"));
    return out;
}

}  // namespace

}  // namespace stencil_lesson

Lesson stencilLesson() {
    using namespace stencil_lesson;
    constexpr int kLeastLines = 8, kMostLines = 96, kUsualLines = 24;
    return {
        .id = "stencil_lesson",
        .settings = {{.id = "order", .words = {wordsOf<HeatWay>.begin(), wordsOf<HeatWay>.end()}},
                     {.id = "lines", .min = kLeastLines, .max = kMostLines, .usual = kUsualLines}},
        .steps =
            [](const Params& settings) {
                return static_cast<int>(piecesOf(orderOf(settings)).size()) + 1;
            },
        .picture = pictureAt};
}

}  // namespace duelo
