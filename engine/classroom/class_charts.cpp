// SPDX-License-Identifier: Apache-2.0
#include "classroom/class_charts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "report/axis_scale.h"
#include "report/labels.h"

namespace duelo {
namespace {

/// How far the PCs of a case spread to its sides, and the box behind them.
constexpr double kSpread = 0.3, kBox = 0.36, kMargin = 0.5;
constexpr std::size_t kMostTicks = 40;         // no page has room for the seats of more PCs
constexpr int kCpu = 0, kGpu = 1, kRatio = 2;  ///< styles (report/series_look.h)

/// The PCs that are looked at and have any of these cases, in the order of the seats.
std::vector<std::size_t> seatsWith(const Classroom& classroom, std::span<const std::size_t> cases,
                                   const ClassFilter& filter) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < classroom.seats().size(); ++i) {
        const ClassSeat& seat = classroom.seats()[i];
        const auto has = [&](std::size_t number) {
            const auto mark = seat.marks.find(number);
            return mark != seat.marks.end() && filter.takes(mark->second);
        };
        if (filter.takes(seat) && std::ranges::any_of(cases, has)) found.push_back(i);
    }
    return found;
}

/// Where a PC stands around a place: always the same for all of its marks.
double asideOf(std::size_t rank, std::size_t count) {
    if (count < 2) return 0;
    return kSpread * (2 * static_cast<double>(rank) / static_cast<double>(count - 1) - 1);
}

std::string withInterval(const std::string& value, const std::optional<Interval>& interval,
                         const std::function<std::string(double)>& write) {
    return interval ? value + " [" + write(interval->low) + "; " + write(interval->high) + "]"
                    : value;
}

std::string timeText(const ClassTime& time, NumberStyle numbers) {
    const auto write = [&](double ms) { return formatDuration(ms, numbers); };
    return withInterval(write(time.median_ms), time.ci95_ms, write);
}

std::string ratioText(const RatioEstimate& ratio, NumberStyle numbers) {
    const auto write = [&](double value) {
        return formatFixed(value, decimalsFor(value), numbers);
    };
    return "× " + withInterval(write(ratio.ratio), ratio.ci95, write);
}

const std::optional<ClassTime>& sideOf(const ClassRow& row, Device device) {
    return device == Device::Cpu ? row.cpu : row.gpu;
}

std::string tickOf(const ClassCase& one, const std::string& name, NumberStyle numbers) {
    return one.x ? exactNumber(*one.x, numbers) : name;
}

/// How a chart is told to who does not see it.
std::string told(const std::string& title, std::size_t marks, const Text& text) {
    return text("class_chart.description", {{"title_text", title}, {"n", marks}});
}

/// As its chart calls it: by what tells it from the other cases there.
std::string caseName(const Classroom& classroom, std::size_t number, const FindSpec& find,
                     const Text& text) {
    for (const std::vector<std::size_t>& chart : classroom.charts())
        if (const auto at = std::ranges::find(chart, number); at != chart.end())
            return chartNames(classroom, chart, find, text)
                .cases[static_cast<std::size_t>(at - chart.begin())];
    return {};
}

std::string doubtsOf(const std::vector<std::string>& flags, const Text& text) {
    std::vector<std::string> words;
    for (const std::string& flag : flags) words.push_back(text.word("flag", flag));
    return commaJoined(words);
}

}  // namespace

std::string seatName(const ClassSeat& seat, const ClassOptions& options) {
    const std::string name =
        options.text()("class_chart.seat", {{"seat_name", visibleText(seat.name)}});
    return options.names && !seat.student.empty() ? name + " · " + visibleText(seat.student) : name;
}

ScatterValue classTimes(const Classroom& classroom, std::span<const std::size_t> chart,
                        const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    const TimeUnit unit = classUnit(classroom, chart, options.filter);
    ScatterValue value{.title = text("class_chart.times"),
                       .y_title = text("class_chart.times_axis", {{"unit", unit.symbol}}),
                       .x_low = -kMargin,
                       .x_high = static_cast<double>(chart.size()) - kMargin};
    if (chart.empty()) return value;
    const ClassCase& first = classroom.cases()[chart.front()];
    if (!first.axis.empty()) value.x_title = columnTitle(text, first.experiment, first.axis);
    const std::string sides[] = {text.word("device", "cpu"), text.word("device", "cuda")};
    const auto lastName = [&](const std::string& name) {
        return text("class_chart.last_name", {{"name_text", name}});
    };
    const bool gpus = std::ranges::any_of(chart, [&](std::size_t number) {
        return !classroom.times(number, Device::Cuda, options.filter).empty();
    });
    if (gpus)
        value.names = {{sides[kCpu], kCpu}, {lastName(sides[kGpu]), kGpu}};
    else
        value.names = {{lastName(sides[kCpu]), kCpu}};
    const auto seats = seatsWith(classroom, chart, options.filter);
    const ChartNames caseNames = chartNames(classroom, chart, find, text);
    std::vector<std::string> names;
    for (const std::size_t seat : seats)
        names.push_back(seatName(classroom.seats()[seat], options));
    for (std::size_t k = 0; k < chart.size(); ++k) {
        const auto place = static_cast<double>(k);
        const std::string& name = caseNames.cases[k];
        value.ticks.push_back({place, tickOf(classroom.cases()[chart[k]], name, text.numbers())});
        for (const auto& [device, style] : {std::pair(Device::Cpu, kCpu), {Device::Cuda, kGpu}}) {
            const auto times = classroom.times(chart[k], device, options.filter);
            if (const auto box = boxOf(times); box && box->count > 2)
                value.grounds.push_back({.x_low = place - kBox,
                                         .x_high = place + kBox,
                                         .y_low = box->q1 * unit.per_ms,
                                         .y_high = box->q3 * unit.per_ms,
                                         .style = style,
                                         .middle = box->median * unit.per_ms});
        }
        for (std::size_t rank = 0; rank < seats.size(); ++rank) {
            const ClassSeat& seat = classroom.seats()[seats[rank]];
            const auto mark = seat.marks.find(chart[k]);
            if (mark == seat.marks.end() || !options.filter.takes(mark->second)) continue;
            for (const auto& [device, style] :
                 {std::pair(Device::Cpu, kCpu), {Device::Cuda, kGpu}}) {
                const auto& time = sideOf(*mark->second.row, device);
                if (!time) continue;
                std::string words = names[rank] + "\n" + name + " · " + sides[style] + ": " +
                                    timeText(*time, text.numbers());
                if (!time->doubts.empty()) words += "\n" + doubtsOf(time->doubts, text);
                value.marks.push_back({.x = place + asideOf(rank, seats.size()),
                                       .y = time->median_ms * unit.per_ms,
                                       .style = style,
                                       .owner = seats[rank],
                                       .group = static_cast<int>(chart[k]),
                                       .words = std::move(words)});
            }
        }
    }
    value.description = told(value.title, value.marks.size(), text);
    return value;
}

ScatterValue classRatios(const Classroom& classroom, std::size_t number, const FindSpec& find,
                         const ClassOptions& options) {
    const Text text = options.text();
    const auto seats = seatsWith(classroom, std::span(&number, 1), options.filter);
    ScatterValue value{.title = text("class_chart.ratios",
                                     {{"case_name", caseName(classroom, number, find, text)}}),
                       .x_title = text("class_chart.seats_axis"),
                       .y_title = text("class_chart.ratios_axis"),
                       .x_low = -kMargin,
                       .x_high = static_cast<double>(seats.size()) - kMargin,
                       .levels = {1}};
    value.names = {{text("class_chart.conclusive"), kRatio, true},
                   {text("class_chart.inconclusive"), kRatio, false}};
    const std::size_t everyTick = 1 + seats.size() / kMostTicks;
    if (const auto box = boxOf(classroom.ratios(number, options.filter)); box && box->count > 2)
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
        const auto& ratio = seat.marks.at(number).row->ratio;
        if (!ratio) continue;
        value.marks.push_back({.x = place,
                               .y = ratio->ratio,
                               .style = kRatio,
                               .filled = ratio->verdict != Verdict::Inconclusive,
                               .interval = ratio->ci95,
                               .owner = seats[rank],
                               .group = static_cast<int>(number),
                               .words = seatName(seat, options) + "\n" +
                                        ratioText(*ratio, text.numbers()) + "\n" +
                                        text.word("verdict", verdictName(ratio->verdict))});
    }
    value.description = told(value.title, value.marks.size(), text);
    return value;
}

namespace {

/// A place along x for each band that may be answered, with the field of the diagonal above it.
void addBands(ScatterValue& value, const std::vector<std::string>& codes, const Text& text) {
    constexpr double kEdges[] = {0, 1, 3, 10, 30, std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < codes.size() && i + 1 < std::size(kEdges); ++i) {
        const auto place = static_cast<double>(i);
        value.ticks.push_back({place, text.word("prediction_answer", codes[i])});
        value.grounds.push_back({.x_low = place - kMargin,
                                 .x_high = place + kMargin,
                                 .y_low = kEdges[i],
                                 .y_high = kEdges[i + 1],
                                 .style = kRatio});
    }
}

}  // namespace

ScatterValue classPredictions(const Classroom& classroom, std::span<const std::size_t> chart,
                              const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    ScatterValue value{.title = text("class_chart.predictions"),
                       .x_title = text("class_chart.predicted_axis"),
                       .y_title = text("class_chart.measured_axis"),
                       .levels = {1, 3, 10, 30}};
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
            if (codes.empty()) codes = outcome.question.choices;
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

SeatStory seatStory(const Classroom& classroom, const ClassSeat& seat, std::size_t number,
                    Device device, const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    SeatStory story{.title = seatName(seat, options) + " · " +
                             caseName(classroom, number, find, text) + " · " +
                             text.word("device", duelo::word(device))};
    const auto found = seat.marks.find(number);
    if (found == seat.marks.end()) return story;
    const ClassMark& mark = found->second;
    const ClassRow& row = *mark.row;
    const auto add = [&](const char* key, const Json& args) {
        story.lines.push_back(text(key, args));
    };
    if (const auto& time = sideOf(row, device)) {
        add("class_chart.time", {{"time_text", timeText(*time, text.numbers())}});
        const auto box = boxOf(classroom.times(number, device, options.filter));
        if (box && box->count > 1 && box->median > 0) {
            const double factor = time->median_ms / box->median;
            add(time->doubts.empty() ? "class_chart.against" : "class_chart.class_median",
                {{"factor_text", formatFixed(factor, decimalsFor(factor), text.numbers())},
                 {"median_ms", box->median},
                 {"n", box->count}});
        }
        if (!time->doubts.empty())
            add("class_chart.doubts", {{"doubts_text", doubtsOf(time->doubts, text)}});
    } else if (const auto& why = device == Device::Cpu ? row.why_no_cpu : row.why_no_gpu) {
        story.lines.push_back(text.reason(*why));
    }
    if (row.ratio)
        add("class_chart.ratio", {{"ratio_text", ratioText(*row.ratio, text.numbers())},
                                  {"verdict", verdictName(row.ratio->verdict)}});
    else if (row.why_no_ratio && row.gpu)
        story.lines.push_back(text.reason(*row.why_no_ratio));
    if (!mark.repeats.empty()) add("class_chart.repeats", {{"n", mark.repeats.size()}});
    return story;
}

}  // namespace duelo
