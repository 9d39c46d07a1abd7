// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include "experiments/pi/view.h"
#include "stats/scaling_fit.h"

namespace duelo {

/// A namespace of its own: these names are other things elsewhere.
namespace amdahl_lesson {

namespace {

using Grid = GridsValue::Grid;
using Tone = GridsValue::Tone;

constexpr int kHundred = 100, kBarColumns = 20;
constexpr int kFactorDecimals = 6;  // the thesis cuts at the fourth
/// The two times of the thesis (S2-35), in s: what it took for a share is their quotient.
constexpr double kThesisParallel = 0.5267, kThesisSerial = 0.8604;

/// 1, 2, 4 and so on, and last the number that is asked for.
std::vector<int> unitsUpTo(int last) {
    std::vector<int> units;
    for (int n = 1; n < last; n *= 2) units.push_back(n);
    units.push_back(last);
    return units;
}

struct Asked {
    int percent = 0;
    std::vector<int> units{};

    [[nodiscard]] double serial() const { return 1 - static_cast<double>(percent) / kHundred; }
};

Asked askedOf(const Params& settings) {
    return {.percent = static_cast<int>(settings.integer("shared_percent")),
            .units = unitsUpTo(static_cast<int>(settings.integer("units")))};
}

std::string factorText(const Asked& of, int units, const Text& text) {
    return formatFixed(amdahlSpeedUp(of.serial(), units), kFactorDecimals, text.numbers());
}

/// A hundredth of the time of one for each cell: what nobody shares, then what is left of the rest.
Grid timeGrid(const Asked& of, int units, const Text& text) {
    Grid grid{.title = text("pi.amdahl_time", {{"units", units}}), .columns = kBarColumns};
    const int serial = kHundred - of.percent;
    const int shared = static_cast<int>(std::ceil(static_cast<double>(of.percent) / units));
    for (int i = 0; i < kHundred; ++i)
        grid.cells.push_back({.tone = i < serial            ? Tone::Marked
                                      : i < serial + shared ? Tone::Chosen
                                                            : Tone::Empty});
    return grid;
}

Grid factorGrid(const Asked& of, int step, const Text& text) {
    Grid grid{.title = text("pi.amdahl_factors"), .columns = 2, .below = true};
    for (int i = 0; i < static_cast<int>(of.units.size()); ++i) {
        const int units = of.units[static_cast<std::size_t>(i)];
        const Tone tone = i == step ? Tone::Chosen : i < step ? Tone::Plain : Tone::Outside;
        grid.cells.push_back({.text = std::to_string(units), .tone = tone, .step = i});
        grid.cells.push_back({.text = factorText(of, units, text), .tone = tone, .step = i});
    }
    return grid;
}

GridsValue amdahlPicture(const Params& settings, int step, const Text& text) {
    const Asked of = askedOf(settings);
    const int units = of.units[static_cast<std::size_t>(step)];
    const double quotient = kThesisParallel / kThesisSerial;
    GridsValue out{.title = text("pi.amdahl_title"),
                   .grids = {timeGrid(of, 1, text), timeGrid(of, units, text)}};
    out.grids.back().sign = "→";
    out.grids.push_back(factorGrid(of, step, text));
    out.words = {text("pi.amdahl_factor", {{"units", units},
                                           {"shared_percent", of.percent},
                                           {"serial_percent", kHundred - of.percent},
                                           {"factor_text", factorText(of, units, text)}}),
                 text("pi.amdahl_derived")};
    out.words.push_back(
        of.percent == kHundred
            ? text("pi.amdahl_no_limit")
            : text("pi.amdahl_limit",
                   {{"limit_text", formatFixed(1 / of.serial(), kFactorDecimals, text.numbers())},
                    {"serial_percent", kHundred - of.percent}}));
    out.words.push_back(text(
        "pi.amdahl_quotient",
        {{"one_text", formatFixed(kThesisSerial, 4, text.numbers())},
         {"many_text", formatFixed(kThesisParallel, 4, text.numbers())},
         {"quotient_percent", kHundred * quotient},
         // The share for which that quotient would be the time with so many: it depends on them.
         {"with_two_percent", kHundred * (1 - quotient) / (1 - 1.0 / 2)},
         {"with_many_percent", kHundred * (1 - quotient)}}));
    out.words.push_back(text("pi.amdahl_units"));
    return out;
}

}  // namespace

}  // namespace amdahl_lesson

Lesson amdahlLesson() {
    using namespace amdahl_lesson;
    constexpr std::int64_t kThesisPercent = 61, kThesisUnits = 640, kMostUnits = 10'000;
    return {
        .id = "amdahl_lesson",
        .settings = {{.id = "shared_percent", .min = 1, .max = kHundred, .usual = kThesisPercent},
                     {.id = "units", .min = 2, .max = kMostUnits, .usual = kThesisUnits}},
        .steps =
            [](const Params& settings) { return static_cast<int>(askedOf(settings).units.size()); },
        .picture = amdahlPicture,
        .when = {{.axis = "how", .in = {"threads"}}}};
}

}  // namespace duelo
