// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "experiments/max_pool/inputs.h"
#include "experiments/max_pool/view.h"
#include "resources/resources.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace pool_lesson {

namespace {

namespace pool_loops {
#include "resources/kernels/pool_loops.h"
}

using Cell = GridsValue::Cell;
using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;
using Numbers = std::vector<float>;

/// A bound below every number of a picture: anything less is minus infinity, or the start value of
/// an empty window.
constexpr float kNoNumber = -1e38F;
constexpr std::int64_t kThesisSize = 4, kPhotographSize = 16;

/// The picture of the thesis (S2-20).
constexpr std::array<float, 16> kThesisPicture{9, 5, 2, 7, 3, 1, 3, 4, 2, 6, 5, 9, 8, 3, 7, 4};

std::size_t at(std::int64_t index) {
    return static_cast<std::size_t>(index);
}

/// Sixteen by sixteen of how bright a photograph is: what the engine makes of sample:camera.png.
const Numbers& photograph() {
    static const Numbers numbers = typedNumbers(resource("data/camera_16.txt")).value_or(Numbers());
    return numbers;
}

PoolCase lessonCase(const Params& settings) {
    const std::string numbers = settings.text("numbers");
    const std::int64_t size = numbers == "thesis"    ? kThesisSize
                              : numbers == "picture" ? kPhotographSize
                                                     : settings.integer("size");
    return {.size = size,
            .window = settings.integer("window", 2),
            .stride = settings.integer("stride", 2),
            .padding = settings.integer("padding"),
            .border = settings.word<PoolBorder>("border"),
            .input = settings.word<PoolInput>("numbers"),
            .seed = kThesisSeed};
}

Numbers lessonPicture(const Params& settings, const PoolCase& work) {
    if (settings.text("numbers") == "thesis") return {kThesisPicture.begin(), kThesisPicture.end()};
    if (work.input == PoolInput::Picture) return photograph();
    const AlignedFloats drawn = poolInput(work);
    return {drawn.values().begin(), drawn.values().end()};
}

/// Returns how bright a cell of a photograph is; nothing for other pictures.
std::optional<double> greyOf(float value, const PoolCase& work) {
    if (work.input != PoolInput::Picture || value < 0) return std::nullopt;
    return static_cast<double>(value) / double{kBrightest};
}

/// Pools by the text that students read.
Numbers mapOf(const Numbers& picture, const PoolCase& work) {
    const auto as = [](std::int64_t value) { return static_cast<long>(value); };
    Numbers map(at(work.windows()));
    pool_loops::pool(picture.data(), map.data(), as(work.size), as(work.out()), as(work.window),
                     as(work.stride), as(work.padding), work.borderValue(), 0, as(work.out()));
    return map;
}

std::string numberText(float value, const Text& text) {
    return value < kNoNumber ? "−∞" : formatFixed(static_cast<double>(value), 0, text.numbers());
}

std::string sizeText(const char* key, std::int64_t side, const PoolCase& work, const Text& text) {
    return text(key, {{"side", side},
                      {"elements", side * side},
                      {"window", work.window},
                      {"bytes", side * side * static_cast<std::int64_t>(sizeof(float))}});
}

/// The picture and its border, as windows see them.
Grid pictureGrid(const Numbers& picture, const PoolCase& work, const Text& text) {
    Grid grid{.title = sizeText("max_pool.lesson_input", work.size, work, text),
              .columns = at(work.size + 2 * work.padding)};
    for (std::int64_t r = -work.padding; r < work.size + work.padding; ++r)
        for (std::int64_t c = -work.padding; c < work.size + work.padding; ++c) {
            const bool inside = r >= 0 && r < work.size && c >= 0 && c < work.size;
            const float value = inside ? picture[at(r * work.size + c)] : work.borderValue();
            grid.cells.push_back({.text = numberText(value, text),
                                  .tone = inside ? Tone::Plain : Tone::Outside,
                                  .grey = greyOf(value, work)});
        }
    return grid;
}

Grid mapGrid(const Numbers& map, const PoolCase& work, const Text& text) {
    Grid grid{.title = sizeText("max_pool.lesson_map", work.out(), work, text),
              .columns = at(work.out()),
              .sign = "→"};
    for (const float value : map)
        grid.cells.push_back({.text = numberText(value, text), .grey = greyOf(value, work)});
    return grid;
}

/// Marks the window in the picture; what it holds, row by row.
std::string markWindow(Grid& picture, const PoolCase& work, std::int64_t index, float most,
                       const Text& text) {
    const std::int64_t top = index / work.out() * work.stride,
                       left = index % work.out() * work.stride;
    const std::string found = numberText(most, text);
    std::string rows;
    bool chosen = false;
    for (std::int64_t r = top; r < top + work.window; ++r) {
        rows += r > top ? " /" : "";
        for (std::int64_t c = left; c < left + work.window; ++c) {
            Cell& cell = picture.cells[at(r) * picture.columns + at(c)];
            rows += (r == top && c == left ? "" : " ") + cell.text;
            cell.tone = !chosen && cell.text == found ? Tone::Chosen : Tone::Marked;
            chosen |= cell.text == found;
        }
    }
    return rows;
}

GridsValue walkPicture(const Params& settings, int step, const Text& text) {
    const PoolCase work = lessonCase(settings);
    const Numbers picture = lessonPicture(settings, work), map = mapOf(picture, work);
    Grid from = pictureGrid(picture, work, text), to = mapGrid(map, work, text);
    const std::string rows = markWindow(from, work, step, map[at(step)], text);
    for (int i = 0; i < static_cast<int>(to.cells.size()); ++i) {
        Cell& cell = to.cells[at(i)];
        cell.step = i;
        if (i == step) cell.tone = Tone::Chosen;
        // Cells that are still to come stand there faintly: the map can be read before it is walked
        // through.
        if (i > step) cell = {.text = cell.text, .tone = Tone::Outside, .step = i};
    }
    const bool overlap = work.stride < work.window;
    const std::string same =
        work.window % 2 == 0 ? text("max_pool.lesson_same_even")
                             : text("max_pool.lesson_same", {{"padding", (work.window - 1) / 2}});
    // As the table and the emulator count it: two matrices there and one back.
    const std::int64_t copies =
        poolTraffic(work, PoolKernel::IdentityTransferred).copies / work.windows();
    GridsValue out{
        .title = text("max_pool.lesson_title"),
        .grids = {std::move(from), std::move(to)},
        .words = {text("max_pool.lesson_window", {{"index", step + 1},
                                                  {"windows", work.windows()},
                                                  {"rows_text", rows},
                                                  {"most_text", numberText(map[at(step)], text)}}),
                  text("max_pool.lesson_size", {{"size", work.size},
                                                {"window", work.window},
                                                {"stride", work.stride},
                                                {"padding", work.padding},
                                                {"out", work.out()}}) +
                      " " + same,
                  text(overlap ? "max_pool.lesson_overlap" : "max_pool.lesson_apart"),
                  text("max_pool.lesson_launches",
                       {{"launches", step + 1}, {"copies", copies * (step + 1)}})}};
    return out;
}

std::size_t kinds(const Numbers& numbers) {
    return std::set<float>(numbers.begin(), numbers.end()).size();
}

/// A map of windows of 2 beside one of 3 of the same picture.
GridsValue windowsPicture(const Params& settings, const Text& text) {
    PoolCase work = lessonCase(settings);
    const Numbers picture = lessonPicture(settings, work);
    GridsValue out{.title = text("max_pool.lesson_title"),
                   .grids = {pictureGrid(picture, work, text)}};
    for (const std::int64_t window : {2, 3}) {
        work.window = window;
        const Numbers map = mapOf(picture, work);
        out.grids.push_back(mapGrid(map, work, text));
        out.words.push_back(
            text("max_pool.lesson_kept",
                 {{"window", window},
                  {"out", work.out()},
                  {"share_percent", std::round(100 * static_cast<double>(work.windows()) /
                                               static_cast<double>(work.elements()))},
                  {"kinds", kinds(map)},
                  {"all", kinds(picture)}}));
    }
    out.grids.back().sign = text("max_pool.lesson_or");
    out.words.push_back(text("max_pool.lesson_windows_why"));
    out.words.push_back(text(work.padding > 0 ? "max_pool.lesson_padded" : "max_pool.lesson_bare"));
    return out;
}

/// Shifts a picture by one pixel to the right; the first column stands twice then.
Numbers shifted(const Numbers& picture, std::int64_t size) {
    Numbers out;
    for (std::int64_t i = 0; i < size * size; ++i)
        out.push_back(picture[at(i % size == 0 ? i : i - 1)]);
    return out;
}

/// Marks in the second grid what is equal to the first one. Returns how many cells are not.
int markEqual(const Grid& before, Grid& now) {
    int changed = 0;
    for (std::size_t i = 0; i < now.cells.size(); ++i) {
        if (now.cells[i].tone == Tone::Outside) continue;
        const bool equal = now.cells[i].text == before.cells[i].text;
        now.cells[i].tone = equal ? Tone::Equal : Tone::Unequal;
        if (!equal) ++changed;
    }
    return changed;
}

GridsValue shiftPicture(const Params& settings, const Text& text) {
    const PoolCase work = lessonCase(settings);
    const Numbers picture = lessonPicture(settings, work), moved = shifted(picture, work.size);
    GridsValue out{
        .title = text("max_pool.lesson_title"),
        .grids = {pictureGrid(picture, work, text), mapGrid(mapOf(picture, work), work, text),
                  pictureGrid(moved, work, text), mapGrid(mapOf(moved, work), work, text)}};
    out.grids[2].below = true;
    out.grids[2].title = text("max_pool.lesson_moved");
    const int there = markEqual(out.grids[0], out.grids[2]),
              left = markEqual(out.grids[1], out.grids[3]);
    const float most = std::ranges::max(picture), after = std::ranges::max(moved);
    out.words = {
        text("max_pool.lesson_shift", {{"changed", there},
                                       {"elements", work.elements()},
                                       {"map_changed", left},
                                       {"windows", work.windows()}}),
        text(most == after ? "max_pool.lesson_answer_same" : "max_pool.lesson_answer_other",
             {{"most_text", numberText(most, text)}, {"after_text", numberText(after, text)}}),
        text("max_pool.lesson_shift_why")};
    return out;
}

}  // namespace

}  // namespace pool_lesson

Lesson poolLesson() {
    using namespace pool_lesson;
    constexpr std::int64_t kMostSize = 8;
    return {.id = "pool_lesson",
            .settings = {{.id = "show", .words = {"windows", "two_or_three", "shift"}},
                         {.id = "numbers", .words = {"thesis", "digits", "signed", "picture"}},
                         {.id = "size",
                          .min = 4,
                          .max = kMostSize,
                          .usual = kMostSize,
                          .when = "numbers",
                          .in = {"digits", "signed"}},
                         {.id = "window",
                          .min = 1,
                          .max = 4,
                          .usual = 2,
                          .when = "show",
                          .in = {"windows", "shift"}},
                         {.id = "stride", .min = 1, .max = 4, .usual = 2},
                         {.id = "padding", .min = 0, .max = 2, .usual = 0},
                         {.id = "border", .words = {"least", "zero"}}},
            .steps =
                [](const Params& settings) {
                    return settings.text("show") == "windows"
                               ? static_cast<int>(lessonCase(settings).windows())
                               : 1;
                },
            .picture =
                [](const Params& settings, int step, const Text& text) {
                    const std::string show = settings.text("show");
                    return show == "shift"          ? shiftPicture(settings, text)
                           : show == "two_or_three" ? windowsPicture(settings, text)
                                                    : walkPicture(settings, step, text);
                }};
}

}  // namespace duelo
