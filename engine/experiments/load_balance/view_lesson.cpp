// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "experiments/load_balance/params.h"
#include "experiments/load_balance/view.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace balance_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;

constexpr int kSide = 16;

/// A piece of rows in the time of the lesson, which is counted in steps of their points.
struct Piece {
    int thread = 0;
    RowRange rows{};
    double begin = 0, end = 0;
};

const std::vector<std::array<std::uint8_t, kSide>>& picture() {
    static const auto rows = [] {
        std::vector<std::array<std::uint8_t, kSide>> made(kSide);
        for (int row = 0; row < kSide; ++row)
            computeRow(row, kSide, made[static_cast<std::size_t>(row)].data());
        return made;
    }();
    return rows;
}

double costOf(RowRange rows) {
    double cost = 0;
    for (int row = rows.first; row < rows.last; ++row) {
        const auto& points = picture()[static_cast<std::size_t>(row)];
        cost = std::accumulate(points.begin(), points.end(), cost);
    }
    return cost;
}

BalanceWay wayOf(const Params& settings) {
    return {.schedule = settings.word<RowSchedule>("schedule"),
            .chunk = static_cast<int>(settings.integer("chunk", 1)),
            .threads = static_cast<int>(settings.integer("threads", 2))};
}

/// Asks the schedule that is measured for the next piece whenever a thread has done its last one.
std::vector<Piece> piecesOf(const BalanceWay& way) {
    RowSharing sharing(kSide, way.chunk, way.threads);
    std::vector<Piece> pieces;
    std::vector<std::pair<double, int>> free;  // when, which thread
    for (int thread = 0; thread < way.threads; ++thread) free.emplace_back(0.0, thread);
    while (!free.empty()) {
        const auto first = std::ranges::min_element(free);
        const RowRange rows = nextRows(way.schedule, sharing, first->second);
        if (rows.isEmpty()) {
            free.erase(first);
            continue;
        }
        pieces.push_back({first->second, rows, first->first, first->first + costOf(rows)});
        first->first = pieces.back().end;
    }
    return pieces;
}

std::vector<double> busyUpTo(const std::vector<Piece>& pieces, std::size_t count, int threads) {
    std::vector<double> busy(static_cast<std::size_t>(threads));
    for (std::size_t i = 0; i < count; ++i)
        busy[static_cast<std::size_t>(pieces[i].thread)] += pieces[i].end - pieces[i].begin;
    return busy;
}

/// The picture, from black where no step is needed to white where all are, and beside each row who
/// made it.
Grid pictureGrid(const std::vector<Piece>& pieces, int step, const Text& text) {
    Grid grid{.title = text("load_balance.lesson_rows"), .columns = kSide + 1};
    std::vector<int> owner(kSide, -1);
    for (int i = 0; i <= step; ++i) {
        const Piece& piece = pieces[static_cast<std::size_t>(i)];
        for (int row = piece.rows.first; row < piece.rows.last; ++row)
            owner[static_cast<std::size_t>(row)] = piece.thread;
    }
    for (std::size_t row = 0; row < kSide; ++row) {
        for (const std::uint8_t steps : picture()[row])
            grid.cells.push_back({.grey = steps / double{kMostSteps}});
        GridsValue::Cell cell{.tone = Tone::Empty};
        if (owner[row] >= 0) cell = {.text = std::to_string(owner[row] + 1), .style = owner[row]};
        grid.cells.push_back(std::move(cell));
    }
    return grid;
}

Grid timeGrid(const std::vector<Piece>& pieces, int step, int threads, const Text& text) {
    constexpr int kSlots = 24;
    Grid grid{.title = text("load_balance.lesson_lanes"), .columns = kSlots, .below = true};
    grid.cells.assign(static_cast<std::size_t>(kSlots * threads), {.tone = Tone::Empty});
    const double end = std::ranges::max_element(pieces, {}, &Piece::end)->end;
    for (int i = 0; i <= step; ++i) {
        const Piece& piece = pieces[static_cast<std::size_t>(i)];
        for (int slot = 0; slot < kSlots; ++slot)
            if (const double at = (slot + 0.5) / kSlots * end; at >= piece.begin && at < piece.end)
                grid.cells[static_cast<std::size_t>(piece.thread * kSlots + slot)].style =
                    piece.thread;
    }
    return grid;
}

std::string stepsText(double steps, const Text& text) {
    return formatFixed(steps, 0, text.numbers());
}

GridsValue pictureAt(const Params& settings, int step, const Text& text) {
    const BalanceWay way = wayOf(settings);
    const std::vector<Piece> pieces = piecesOf(way);
    const Piece& now = pieces[static_cast<std::size_t>(step)];
    std::vector<std::string> soFar;
    for (const double steps : busyUpTo(pieces, static_cast<std::size_t>(step) + 1, way.threads))
        soFar.push_back(stepsText(steps, text));
    const std::vector<double> busy = busyUpTo(pieces, pieces.size(), way.threads);
    const double most = *std::ranges::max_element(busy), whole = costOf({0, kSide});
    GridsValue out{
        .title = text("load_balance.lesson_title"),
        .grids = {pictureGrid(pieces, step, text), timeGrid(pieces, step, way.threads, text)}};
    out.words = {
        text("load_balance.lesson_piece", {{"number", step + 1},
                                           {"count", pieces.size()},
                                           {"thread", now.thread + 1},
                                           {"first", now.rows.first + 1},
                                           {"last", now.rows.last},
                                           {"steps_text", stepsText(now.end - now.begin, text)}}),
        text("load_balance.lesson_busy", {{"list", commaJoined(soFar)}}),
        text("load_balance.lesson_end", {{"whole_text", stepsText(whole, text)},
                                         {"threads", way.threads},
                                         {"mean_text", stepsText(whole / way.threads, text)},
                                         {"most_text", stepsText(most, text)},
                                         {"balance_percent", 100 * whole / way.threads / most}}),
        text("load_balance.why_" + std::string(word(way.schedule))),
        text("load_balance.lesson_limits")};
    return out;
}

}  // namespace

}  // namespace balance_lesson

Lesson balanceLesson() {
    using namespace balance_lesson;
    constexpr int kMostThreads = 4, kMostChunk = 8;
    return {.id = "balance_lesson",
            .settings = {{.id = "schedule",
                          .words = {wordsOf<RowSchedule>.begin(), wordsOf<RowSchedule>.end()}},
                         {.id = "threads", .min = 2, .max = kMostThreads, .usual = 2},
                         {.id = "chunk",
                          .min = 1,
                          .max = kMostChunk,
                          .usual = 1,
                          .when = "schedule",
                          .in = {"cyclic", "dynamic", "guided", "stealing"}}},
            .steps =
                [](const Params& settings) {
                    return static_cast<int>(piecesOf(wayOf(settings)).size());
                },
            .picture = pictureAt};
}

}  // namespace duelo
