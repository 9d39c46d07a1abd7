// SPDX-License-Identifier: Apache-2.0
// Sentences about a class: headlines, answers, and what a seal proves.
#include <algorithm>

#include "classroom/class_tables.h"
#include "report/labels.h"

namespace duelo {
namespace {

std::string pcsWords(std::size_t pcs, std::size_t unknown, const Text& text) {
    return text(unknown == 0 ? "class.pcs" : "class.pcs_unknown",
                {{"pcs", pcs}, {"unknown", unknown}});
}

std::size_t doubtfulTimes(const Classroom& classroom, ClassKey key, const ClassFilter& filter) {
    return static_cast<std::size_t>(
        std::ranges::count_if(classroom.seats(), [&](const ClassSeat& seat) {
            const ClassMark* mark = filter.markOf(seat, key);
            return mark != nullptr && !mark->time->doubts.empty();
        }));
}

/// Returns whether a pair is what the class measured: half of those with a time of the base have
/// the other beside it.
bool isOfMost(const Classroom& classroom, std::size_t work, ClassPair pair,
              const ClassFilter& filter) {
    std::ptrdiff_t with = 0, all = 0;
    for (const ClassSeat& seat : classroom.seats()) {
        all += filter.markOf(seat, {work, pair.base}) != nullptr;
        with += filter.ratioOf(seat, work, pair) != nullptr;
    }
    return 2 * with >= all;
}

}  // namespace

std::string pcsText(const Classroom& classroom, const ClassFilter& filter, const Text& text) {
    std::size_t pcs = 0, unknown = 0;
    for (const ClassSeat& seat : classroom.seats())
        if (filter.takes(seat)) ++(seat.identified ? pcs : unknown);
    return pcsWords(pcs, unknown, text);
}

std::string headlineOf(const Classroom& classroom, std::span<const std::size_t> chart,
                       const std::optional<ClassSides>& sides, const FindSpec& find,
                       const ClassOptions& options) {
    const Text text = options.text();
    std::size_t gpus = 0;
    for (const ClassSeat& seat : classroom.seats())
        gpus += options.filter.takes(seat) && !seat.gpu.empty();
    Json args{{"pcs_text", pcsText(classroom, options.filter, text)}, {"gpus", gpus}};
    if (chart.empty() || !sides) return text("class.headline_none", args);
    const std::size_t middle = (chart.size() - 1) / 2;
    args["case_name"] = chartNames(classroom, chart, find, text).cases[middle];
    const SeriesNames names = seriesNames(classroom, chart, find, text);
    if (const auto pair = sides->pair();
        pair && isOfMost(classroom, chart[middle], *pair, options.filter))
        if (const auto box = boxOf(classroom.ratios(chart[middle], *pair, options.filter))) {
            args["of_text"] = text("class.of_ratios", {{"n", box->count}});
            args["pair_text"] = names.of(*sides);
            args["ratio_text"] = formatSignificant(box->median, 3, text.numbers());
            return text("class.headline_ratio", args);
        }
    // PCs that measured their GPUs alone have a time too.
    for (const auto variant : {std::optional(sides->base), sides->other}) {
        if (!variant) continue;
        const ClassKey key{chart[middle], *variant};
        const auto box = boxOf(classroom.times(key, options.filter));
        if (!box) continue;
        const std::size_t doubtful = doubtfulTimes(classroom, key, options.filter);
        args["of_text"] = text(doubtful == 0 ? "class.of_times" : "class.of_times_doubtful",
                               {{"n", box->count}, {"doubtful", doubtful}});
        args["time_text"] =
            timeText(box->median, std::nullopt, classUnit(classroom, chart, find, options.filter),
                     text.numbers());
        args["variant_text"] = names.series.at(*variant);
        return text("class.headline_time", args);
    }
    return text("class.headline_none", args);
}

std::string wallHeadline(const Classroom& classroom, const Text& text) {
    const std::vector<WallSeat> wall = wallOf(classroom);
    const auto rest = std::ranges::count(wall, WallSeat::Verdict::CpuOnly, &WallSeat::verdict);
    const auto pcs = static_cast<std::ptrdiff_t>(wall.size());
    const auto unknown = std::ranges::count_if(
        wall, [](const WallSeat& one) { return one.seat != nullptr && !one.seat->identified; });
    return text("class.headline_wall",
                {{"pcs_text", pcsWords(std::size_t(pcs - unknown), std::size_t(unknown), text)},
                 {"gpus", pcs - rest},
                 {"rest", rest}});
}

std::string sealNote(const Text& text) {
    return text("class.seal_note") + " " + text("integrity.seal_note");
}

std::string farText(const EqualProcessors& equal, const TimeUnit& unit, const Text& text) {
    return text("class.far",
                {{"factor_text", formatSignificant(equal.factor, 3, text.numbers())},
                 {"n", equal.pcs},
                 {"processor_name", visibleText(equal.processor)},
                 {"time_text", timeText(equal.median_ms, std::nullopt, unit, text.numbers())}});
}

std::string questionWords(const ClassPrediction& prediction, const Text& text) {
    return text("class." + prediction.outcome.question.id);
}

std::string answerWords(const std::string& answer, const Text& text) {
    if (answer == "base" || answer == "other") return text("class.answer_" + answer);
    return text.word("prediction_answer", answer);
}

}  // namespace duelo
