// SPDX-License-Identifier: Apache-2.0
// The charts of ratios and of predictions of a class.
#include "classroom/class_charts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "classroom/class_chart_parts.h"
#include "report/labels.h"

namespace duelo {
namespace {

using namespace class_chart;

constexpr std::size_t kMostTicks = 40;  // no page has room for the seats of more PCs
constexpr int kRatio = 2;               // style (report/series_look.h)

}  // namespace

std::string seatName(const ClassSeat& seat, const ClassOptions& options) {
    const std::string name =
        options.text()("class_chart.seat", {{"seat_name", visibleText(seat.name)}});
    return options.names && !seat.student.empty() ? name + " · " + visibleText(seat.student) : name;
}

ScatterValue classRatios(const Classroom& classroom, std::size_t number, const ClassSides& sides,
                         const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    const auto seats = seatsWith(classroom, std::span(&number, 1), options.filter);
    const SeriesNames names = seriesNames(classroom, std::span(&number, 1), find, text);
    ScatterValue value{.title = text("class_chart.ratios",
                                     {{"case_name", caseName(classroom, number, find, text)}}),
                       .x_title = text("class_chart.seats_axis"),
                       .x_low = -kMargin,
                       .x_high = static_cast<double>(seats.size()) - kMargin,
                       .levels = {1}};
    const auto pair = sides.pair();
    if (!pair || !names.series.contains(pair->base) || !names.series.contains(pair->other))
        return value;
    value.y_title = text("class_chart.ratios_axis", {{"base_text", names.series.at(pair->base)},
                                                     {"other_text", names.series.at(pair->other)}});
    value.names = {{text("class_chart.conclusive"), kRatio, true},
                   {text("class_chart.inconclusive"), kRatio, false}};
    const std::size_t everyTick = 1 + seats.size() / kMostTicks;
    if (const auto box = boxOf(classroom.ratios(number, *pair, options.filter));
        box && box->count > 2)
        value.grounds.push_back({.x_low = value.x_low,
                                 .x_high = value.x_high,
                                 .y_low = box->q1,
                                 .y_high = box->q3,
                                 .style = kRatio,
                                 .middle = box->median});
    for (std::size_t rank = 0; rank < seats.size(); ++rank) {
        const ClassSeat& seat = classroom.seats()[seats[rank]];
        const auto place = static_cast<double>(rank);
        if (rank % everyTick == 0) value.ticks.push_back({place, visibleText(seat.name)});
        const ClassRatioMark* mark = options.filter.ratioOf(seat, number, *pair);
        if (mark == nullptr || !mark->ratio->estimate) continue;
        const RatioEstimate& ratio = *mark->ratio->estimate;
        value.marks.push_back({.x = place,
                               .y = ratio.ratio,
                               .style = kRatio,
                               .filled = ratio.verdict != Verdict::Inconclusive,
                               .interval = ratio.ci95,
                               .owner = seats[rank],
                               .group = static_cast<int>(number),
                               .words = seatName(seat, options) + "\n" +
                                        ratioText(ratio, text.numbers()) + "\n" +
                                        text.word("verdict", verdictName(ratio.verdict))});
    }
    value.description = described(value.title, value.marks.size(), text);
    return value;
}

namespace {

/// Adds a place along x for each band that may be answered, with the field of the diagonal above
/// it, and a line at each factor that parts two bands.
void addBands(ScatterValue& value, const std::vector<std::string>& codes, const Text& text) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto place = static_cast<double>(i);
        const Interval band = bandOf(codes[i]).value_or(Interval{});
        value.ticks.push_back({place, text.word("prediction_answer", codes[i])});
        value.grounds.push_back({.x_low = place - kMargin,
                                 .x_high = place + kMargin,
                                 .y_low = band.low,
                                 .y_high = band.high,
                                 .style = kRatio});
        for (const double edge : {band.low, band.high})
            if (edge > 0 && std::isfinite(edge)) value.levels.push_back(edge);
    }
    std::ranges::sort(value.levels);
    const auto same = std::ranges::unique(value.levels);
    value.levels.erase(same.begin(), same.end());
}

}  // namespace

ScatterValue classPredictions(const Classroom& classroom, std::span<const std::size_t> chart,
                              const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    ScatterValue value{.title = text("class_chart.predictions"),
                       .x_title = text("class_chart.predicted_axis"),
                       .y_title = text("class_chart.measured_axis")};
    value.names = {{text("class_chart.conclusive"), kRatio, true},
                   {text("class_chart.inconclusive"), kRatio, false}};
    const ChartNames names = chartNames(classroom, chart, find, text);
    std::vector<std::string> codes;
    std::size_t met = 0;
    const auto& seats = classroom.seats();
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (!options.filter.takes(seats[i])) continue;
        for (const ClassPrediction& one : predictionsOf(classroom, seats[i])) {
            const PredictionOutcome& outcome = one.outcome;
            const auto number = classroom.find(one.of);
            const auto place = std::ranges::find(chart, number.value_or(classroom.cases().size()));
            if (outcome.question.kind != PredictionQuestion::Kind::Times || !one.band ||
                !outcome.factor || place == chart.end())
                continue;
            // Bands between two devices are others than those between two ways on one: each PC has
            // its place under those that it was asked.
            for (const std::string& choice : outcome.question.choices)
                if (std::ranges::find(codes, choice) == codes.end()) codes.push_back(choice);
            const auto band = std::ranges::find(codes, outcome.predicted);
            if (band == codes.end()) continue;
            std::string words =
                seatName(seats[i], options) + "\n" +
                text("class_chart.predicted",
                     {{"case_name", names.cases[static_cast<std::size_t>(place - chart.begin())]},
                      {"band_text", text.word("prediction_answer", outcome.predicted)},
                      {"factor_text", ratioText(*outcome.factor, text.numbers())}});
            if (const auto agrees = outcome.met()) {
                words += "\n" + text(*agrees ? "prediction.met" : "prediction.not_met");
                met += *agrees ? 1 : 0;
            }
            if (!one.guess) words += "\n" + text("class_chart.not_first");
            value.marks.push_back(
                {.x = static_cast<double>(band - codes.begin()) + asideOf(i, seats.size()),
                 .y = outcome.factor->ratio,
                 .style = kRatio,
                 .filled = outcome.factor->verdict != Verdict::Inconclusive,
                 .interval = outcome.factor->ci95,
                 .owner = i,
                 .group = static_cast<int>(*number),
                 .words = std::move(words)});
        }
    }
    addBands(value, codes, text);
    value.x_low = -kMargin;
    value.x_high = std::max(1.0, static_cast<double>(codes.size())) - kMargin;
    value.description =
        text("class_chart.predictions_told", {{"n", value.marks.size()}, {"met_count", met}});
    return value;
}

}  // namespace duelo
