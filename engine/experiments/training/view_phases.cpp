// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <vector>

#include "experiments/training/mlp_lesson.h"
#include "networks/hidden_units.h"
#include "networks/trainable.h"

namespace duelo {

/// A namespace of its own, as its names are other things elsewhere.
namespace phases_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;

constexpr int kHundred = 100, kBarColumns = 25, kPhases = 3;

/// Holds what a course project printed of a batch on its GPU (S4-10, S4-11, S4-25): the shares of
/// the three phases, and how many images in a second, of which the time of the batch follows.
struct Printed {
    int batch;
    std::array<double, kPhases> percent;
    double images_per_s;
};
constexpr std::array<Printed, 3> kPrinted{{{16, {21.0, 21.7, 57.3}, 60'307},
                                           {32, {21.2, 21.3, 57.5}, 111'747},
                                           {512, {46.0, 11.9, 42.0}, 498'532}}};

using Phases = std::array<double, kPhases>;  // to the GPU, kernels, back; in ms

Phases printedPhases(const Printed& of) {
    Phases ms{};
    for (std::size_t i = 0; i < kPhases; ++i)
        ms[i] = of.percent[i] / kHundred * of.batch / of.images_per_s * 1e3;
    return ms;
}

/// Images of 28 by 28 in fp32 and their labels go there, the gradients of all weights come back, as
/// where the CPU updates them; forward costs two operations for each weight and image, back twice
/// as many.
Phases estimatedPhases(const Params& settings) {
    constexpr double kPixels = 28 * 28, kClasses = 10, kBytes = 4, kGiga = 1e9, kTera = 1e12;
    constexpr double kPasses = 3 * 2;
    const auto batch = settings.real("phases_images");
    const double rate = settings.real("phases_bus") * kGiga,
                 start_s = settings.real("copy_us") / 1e6;
    const double weights = (kPixels + 1) * kUsualHidden + (kUsualHidden + 1) * kClasses;
    const auto copied_s = [&](double numbers) { return start_s + kBytes * numbers / rate; };
    return {1e3 * copied_s(batch * (kPixels + 1)),
            1e3 * (kPasses * weights * batch / (settings.real("phases_tflops") * kTera) +
                   settings.real("launches") * settings.real("launch_us") / 1e6),
            1e3 * copied_s(weights)};
}

bool isPrinted(const Params& settings) {
    return settings.text("phases_of") == "printed";
}

const Printed& printedOf(const Params& settings) {
    const std::string batch = settings.text("phases_batch");
    for (const Printed& one : kPrinted)
        if (std::to_string(one.batch) == batch) return one;
    return kPrinted[1];
}

/// A cell is 1 % of the batch, in the colour of its phase; those up to `last` are told.
Grid shareGrid(const Phases& ms, int last, const Text& text) {
    Grid grid{.title = text("training.phases_share"), .columns = kBarColumns};
    const double whole = ms[0] + ms[1] + ms[2];
    for (int i = 0; i < kHundred; ++i) {
        const double at = (i + 0.5) / kHundred * whole;
        const int phase = at < ms[0] ? 0 : at < ms[0] + ms[1] ? 1 : 2;
        if (phase > last)
            grid.cells.push_back({.tone = Tone::Outside});
        else
            grid.cells.push_back({.style = phase});
    }
    return grid;
}

GridsValue phasesPicture(const Params& settings, int step, const Text& text) {
    const bool printed = isPrinted(settings);
    const int batch =
        printed ? printedOf(settings).batch : static_cast<int>(settings.integer("phases_images"));
    const Phases ms = printed ? printedPhases(printedOf(settings)) : estimatedPhases(settings);
    const double whole = ms[0] + ms[1] + ms[2];
    GridsValue out{
        .title = text(printed ? "training.phases_title_printed" : "training.phases_title_estimate",
                      {{"batch", batch}}),
        .grids = {shareGrid(ms, step, text)},
        .words = {text(printed ? "training.phases_printed" : "training.phases_estimate")}};
    for (int i = 0; i < kPhases; ++i)
        out.words.push_back(text(
            "training.phases_" + std::to_string(i + 1),
            {{"time_text", formatSignificant(ms[static_cast<std::size_t>(i)], 3, text.numbers())},
             {"share_percent", kHundred * ms[static_cast<std::size_t>(i)] / whole}}));
    out.words.push_back(text("training.phases_whole",
                             {{"batch", batch},
                              {"time_text", formatSignificant(whole, 3, text.numbers())},
                              {"rate_text", formatFixed(batch / whole * 1e3, 0, text.numbers())}}));
    out.words.push_back(text(printed ? "training.phases_rest" : "training.phases_assumed"));
    return out;
}

}  // namespace

}  // namespace phases_lesson

Lesson phasesLesson() {
    using namespace phases_lesson;
    const auto estimated = [](const char* id, std::int64_t min, std::int64_t max,
                              std::int64_t usual) {
        return Lesson::Setting{.id = id,
                               .min = min,
                               .max = max,
                               .usual = usual,
                               .when = "phases_of",
                               .in = {"estimate"}};
    };
    return {
        .id = "phases_lesson",
        .settings = {{.id = "phases_of", .words = {"printed", "estimate"}},
                     {.id = "phases_batch",
                      .words = {"32", "16", "512"},
                      .when = "phases_of",
                      .in = {"printed"}},
                     estimated("phases_images", 1, 4096, 32),
                     estimated("phases_bus", 1, 64, 12),
                     estimated("copy_us", 1, 100, 10),
                     estimated("phases_tflops", 1, 100, 10),
                     estimated("launches", 1, 100, 8),
                     estimated("launch_us", 1, 100, 5)},
        .steps = [](const Params&) { return kPhases; },
        .picture = phasesPicture,
        // Beside the table of all ways to train one network, where nobody may have a GPU.
        .when = {{.axis = "model", .in = {std::string(kMlp)}}, {.axis = "mode", .in = {"plain"}}}};
}

}  // namespace duelo
