// SPDX-License-Identifier: Apache-2.0
#include "experiments/threads_lesson.h"

#include <algorithm>
#include <string>
#include <vector>

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace threads_lesson {

namespace {

using Cell = GridsValue::Cell;
using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;

constexpr std::int64_t kWarp = 32;

/// n by n elements, a thread for each, in square blocks.
struct Launch {
    std::int64_t n = 0, block = 0;

    [[nodiscard]] std::int64_t blocks() const { return (n + block - 1) / block; }  // in a row
    [[nodiscard]] std::int64_t threads() const { return block * block; }           // of a block
};

Launch launchOf(const Params& settings) {
    return {.n = settings.integer("n"), .block = std::stoll("0" + settings.text("block"))};
}

struct BlockCount {
    std::int64_t working = 0, warps = 0, parted = 0, idle = 0;
};

/// The threads of a block: which work, which wait for others of their warp, and which have nobody
/// to wait for. A thread stores i + j/10, as the thesis's program did; its x is its row, there and
/// in matmul1, so the threads of a warp stand below each other.
Grid blockGrid(const Launch& of, std::int64_t block, BlockCount& count, const Text& text) {
    const std::int64_t top = block / of.blocks() * of.block, left = block % of.blocks() * of.block;
    Grid grid{.columns = static_cast<std::size_t>(of.block),
              .cells = std::vector<Cell>(static_cast<std::size_t>(of.threads()))};
    const auto cellOf = [&](std::int64_t t) -> Cell& {
        return grid.cells[static_cast<std::size_t>(t % of.block * of.block + t / of.block)];
    };
    for (std::int64_t first = 0; first < of.threads(); first += kWarp) {
        std::int64_t working = 0;
        const std::int64_t last = std::min(first + kWarp, of.threads());
        for (std::int64_t t = first; t < last; ++t) {
            const std::int64_t i = top + t % of.block, j = left + t / of.block;
            const bool works = i < of.n && j < of.n;
            working += works ? 1 : 0;
            cellOf(t) = {
                .text = works ? formatFixed(static_cast<double>(10 * i + j) / 10, 1, text.numbers())
                              : "",
                .tone = works ? Tone::Chosen : Tone::Empty};
        }
        ++count.warps;
        count.working += working;
        if (working == 0) ++count.idle;
        if (working == 0 || working == last - first) continue;
        ++count.parted;
        for (std::int64_t t = first; t < last; ++t)
            if (Cell& cell = cellOf(t); cell.tone == Tone::Empty) cell.tone = Tone::Marked;
    }
    return grid;
}

GridsValue gridPicture(const Params& settings, int step, const Text& text) {
    const Launch of = launchOf(settings);
    Grid grid{.title = text("threads.grid", {{"side", of.blocks()}}),
              .columns = static_cast<std::size_t>(of.blocks())};
    for (int i = 0; i < of.blocks() * of.blocks(); ++i)
        grid.cells.push_back(
            {.text = std::to_string(i), .tone = i == step ? Tone::Chosen : Tone::Plain, .step = i});
    BlockCount count;
    Grid block = blockGrid(of, step, count, text);
    block.title = text("threads.block", {{"index", step}, {"side", of.block}});
    const std::int64_t launched = of.threads() * of.blocks() * of.blocks(), works = of.n * of.n;
    GridsValue out{
        .title = text("threads.title"),
        .grids = {std::move(grid), std::move(block)},
        .words = {
            text("threads.work",
                 {{"threads", launched},
                  {"working", works},
                  {"share_text", text.value("share_percent", 100 * static_cast<double>(works) /
                                                                 static_cast<double>(launched))}}),
            text("threads.index", {{"i_text", "threadIdx.x + blockIdx.x · blockDim.x"},
                                   {"j_text", "threadIdx.y + blockIdx.y · blockDim.y"}}),
            text("threads.warps", {{"warps", count.warps},
                                   {"parted", count.parted},
                                   {"idle", count.idle},
                                   {"working", count.working},
                                   {"all", of.threads()}}),
            text("threads.look"), text("threads.limits")}};
    return out;
}

/// Rows in the order of their numbers: who does each, and when.
struct Share {
    std::int64_t thread = 0, turn = 0;
};

Share blockShare(std::int64_t row, std::int64_t rows, std::int64_t threads) {
    for (std::int64_t t = 0; t < threads; ++t)
        if (const std::int64_t end = rows * (t + 1) / threads; row < end)
            return {t, row - rows * t / threads};
    return {};
}

Grid shareGrid(const Params& settings, int step, bool cyclic, const Text& text) {
    const std::int64_t rows = settings.integer("rows"), threads = settings.integer("threads");
    Grid grid{.title = text(cyclic ? "threads.cyclic" : "threads.blocks"),
              .columns = static_cast<std::size_t>(rows),
              .below = cyclic};
    for (std::int64_t row = 0; row < rows; ++row) {
        const Share share =
            cyclic ? Share{row % threads, row / threads} : blockShare(row, rows, threads);
        Cell cell{.text = std::to_string(share.thread), .tone = Tone::Empty};
        if (share.turn <= step) cell.style = static_cast<int>(share.thread);
        grid.cells.push_back(std::move(cell));
    }
    return grid;
}

int turns(const Params& settings) {
    const std::int64_t threads = std::max<std::int64_t>(1, settings.integer("threads"));
    return static_cast<int>((settings.integer("rows") + threads - 1) / threads);
}

GridsValue sharePicture(const Params& settings, int step, const Text& text) {
    const std::int64_t rows = settings.integer("rows"), threads = settings.integer("threads");
    GridsValue out{
        .title = text("threads.title"),
        .grids = {shareGrid(settings, step, false, text), shareGrid(settings, step, true, text)},
        .words = {text("threads.turn", {{"turn", step + 1},
                                        {"turns", turns(settings)},
                                        {"rows", rows},
                                        {"threads", threads}}),
                  text("threads.blocks_why"), text("threads.cyclic_why"),
                  text("threads.share_same")}};
    return out;
}

bool isGrid(const Params& settings) {
    return settings.text("who") == "gpu";
}

}  // namespace

}  // namespace threads_lesson

Lesson threadsLesson() {
    using namespace threads_lesson;
    constexpr std::int64_t kMostSide = 40, kMostRows = 32, kMostThreads = 8;
    const std::vector<std::string> gpu{"gpu"}, cpu{"cpu"};
    return {.id = "threads_lesson",
            .settings =
                {{.id = "who", .words = {"gpu", "cpu"}},
                 {.id = "n", .min = 1, .max = kMostSide, .usual = 2, .when = "who", .in = gpu},
                 {.id = "block", .words = {"32", "16", "8", "4"}, .when = "who", .in = gpu},
                 {.id = "rows", .min = 4, .max = kMostRows, .usual = 14, .when = "who", .in = cpu},
                 {.id = "threads",
                  .min = 2,
                  .max = kMostThreads,
                  .usual = 4,
                  .when = "who",
                  .in = cpu}},
            .steps =
                [](const Params& settings) {
                    const auto blocks = static_cast<int>(launchOf(settings).blocks());
                    return isGrid(settings) ? blocks * blocks : turns(settings);
                },
            .picture =
                [](const Params& settings, int step, const Text& text) {
                    return isGrid(settings) ? gridPicture(settings, step, text)
                                            : sharePicture(settings, step, text);
                }};
}

}  // namespace duelo
