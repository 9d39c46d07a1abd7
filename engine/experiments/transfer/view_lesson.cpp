// SPDX-License-Identifier: Apache-2.0
// One work on a GPU with memory of its own and on one that shares the processor's: what is copied,
// and what is handed over.
#include <array>

#include "experiments/transfer/view.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace memory_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;

/// The steps of one work, in this order.
enum Step { Fill, Give, Compute, TakeBack, Read, Steps };

bool isShared(const Params& settings) {
    return settings.text("memories") == "one";
}

/// The number at a place: as the processor has written it, and as the GPU has changed it.
std::string numberAt(std::int64_t i, bool computed) {
    return std::to_string(computed ? (i + 1) * (i + 1) : i + 1);
}

/// `filled`: the numbers are there; `computed`: the results are.
Grid memoryGrid(const std::string& title, std::int64_t n, bool filled, bool computed, Tone tone) {
    Grid grid{.title = title, .columns = static_cast<std::size_t>(n)};
    for (std::int64_t i = 0; i < n; ++i)
        grid.cells.push_back(filled ? GridsValue::Cell{.text = numberAt(i, computed), .tone = tone}
                                    : GridsValue::Cell{.tone = Tone::Empty});
    return grid;
}

/// Returns who may touch shared memory: nobody else may in the meantime.
std::string ownerOf(int step) {
    return step == Give || step == Compute ? "transfer.memory_of_gpu" : "transfer.memory_of_cpu";
}

std::vector<Grid> gridsOf(const Params& settings, int step, const Text& text) {
    const std::int64_t n = settings.integer("moved_numbers");
    if (isShared(settings))
        return {memoryGrid(text(ownerOf(step)), n, true, step >= Compute,
                           step == Give || step == TakeBack ? Tone::Plain : Tone::Chosen)};
    const bool back = step >= TakeBack;
    std::vector<Grid> grids{
        memoryGrid(text("transfer.memory_cpu"), n, true, back,
                   step == Compute || step == Give ? Tone::Plain : Tone::Chosen),
        memoryGrid(text("transfer.memory_gpu"), n, step >= Give, step >= Compute,
                   step == Give || step == Compute ? Tone::Chosen : Tone::Plain)};
    grids.back().below = true;
    return grids;
}

GridsValue memoryPicture(const Params& settings, int step, const Text& text) {
    constexpr std::array kDeeds{"fill", "give", "compute", "take", "read"};
    const bool shared = isShared(settings);
    const std::int64_t bytes = settings.integer("moved_numbers") * std::int64_t{sizeof(float)};
    const std::int64_t copied = shared ? 0 : bytes * ((step >= Give) + (step >= TakeBack));
    const std::string of = shared ? "one" : "two";
    return {.title = text("transfer.memory_title"),
            .grids = gridsOf(settings, step, text),
            .words = {text("transfer.memory_" + of + "_" + kDeeds[static_cast<std::size_t>(step)]),
                      text("transfer.memory_copied", {{"copied_bytes", copied}}),
                      text("transfer.memory_" + of + "_why")}};
}

}  // namespace

}  // namespace memory_lesson

Lesson memoryLesson() {
    return {.id = "memories",
            .settings = {{.id = "memories", .words = {"two", "one"}},
                         {.id = "moved_numbers", .min = 2, .max = 8, .usual = 6}},
            .steps = [](const Params&) { return static_cast<int>(memory_lesson::Steps); },
            .picture = memory_lesson::memoryPicture};
}

}  // namespace duelo
