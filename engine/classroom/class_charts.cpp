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
constexpr std::size_t kMostTicks = 40;  // no page has room for the seats of more PCs
constexpr double kApart = 0.42;         // of what was not measured
/// Styles (report/series_look.h): what the CPU and the GPU have everywhere, and others.
constexpr int kCpu = 0, kGpu = 1, kOther = 2, kRatio = 2, kBrought = 5;

/// The PCs that are looked at and have any of these cases, in the order of the seats.
std::vector<std::size_t> seatsWith(const Classroom& classroom, std::span<const std::size_t> cases,
                                   const ClassFilter& filter) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < classroom.seats().size(); ++i) {
        const ClassSeat& seat = classroom.seats()[i];
        const auto has = [&](std::size_t number) { return filter.looksAt(seat, number); };
        if (std::ranges::any_of(cases, has)) found.push_back(i);
    }
    return found;
}

/// Where a PC stands around a place: always the same for all of its marks.
double asideOf(std::size_t rank, std::size_t count) {
    if (count < 2) return 0;
    return kSpread * (2 * static_cast<double>(rank) / static_cast<double>(count - 1) - 1);
}

std::string timeText(const ClassTime& time, const TimeUnit& unit, NumberStyle numbers) {
    return timeWithEnds({.median = time.median_ms, .ci95 = time.ci95_ms}, unit, numbers);
}

std::string ratioText(const RatioEstimate& ratio, NumberStyle numbers) {
    const auto write = [&](double value) {
        return formatFixed(value, decimalsFor(ratio.ratio, ratio.ci95), numbers);
    };
    const std::string value = "× " + write(ratio.ratio);
    return ratio.ci95 ? value + " [" + write(ratio.ci95->low) + "; " + write(ratio.ci95->high) + "]"
                      : value;
}

/// Gives each of two variants a look of its own, and a GPU that of a GPU.
int styleOf(const Classroom& classroom, const ClassSides& sides, std::size_t variant) {
    const auto isGpu = [&](std::size_t one) {
        return deviceOf(classroom.variants()[one]) == Device::Cuda;
    };
    if (variant == sides.base) return isGpu(sides.base) ? kGpu : kCpu;
    return isGpu(variant) && !isGpu(sides.base) ? kGpu : kOther;
}

std::string tickOf(const ClassCase& one, const std::string& name, NumberStyle numbers) {
    return one.x ? exactNumber(*one.x, numbers) : name;
}

/// How a chart is told to who does not see it.
std::string told(const std::string& title, std::size_t marks, const Text& text) {
    return text("class_chart.description", {{"title_text", title}, {"n", marks}});
}

/// The cases that are shown together with one; itself where no chart has it.
std::vector<std::size_t> chartWith(const Classroom& classroom, std::size_t number) {
    for (std::vector<std::size_t>& chart : classroom.charts())
        if (std::ranges::find(chart, number) != chart.end()) return std::move(chart);
    return {number};
}

/// As its chart calls it: by what tells it from the other cases there.
std::string caseName(const Classroom& classroom, std::size_t number, const FindSpec& find,
                     const Text& text) {
    const std::vector<std::size_t> chart = chartWith(classroom, number);
    return chartNames(classroom, chart, find, text)
        .cases[static_cast<std::size_t>(std::ranges::find(chart, number) - chart.begin())];
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

namespace {

/// Puts the chart of times together, case by case.
class TimesChart {
public:
    TimesChart(const Classroom& classroom, std::span<const std::size_t> chart,
               const ClassSides& sides, const FindSpec& find, const ClassOptions& options)
        : m_classroom(classroom),
          m_chart(chart),
          m_sides(sides),
          m_options(options),
          m_text(options.text()),
          m_unit(classUnit(classroom, chart, find, options.filter)),
          m_seats(seatsWith(classroom, chart, options.filter)),
          m_cases(chartNames(classroom, chart, find, m_text)),
          m_series(seriesNames(classroom, chart, find, m_text)) {
        for (const std::size_t seat : m_seats)
            m_seatNames.push_back(seatName(classroom.seats()[seat], options));
    }

    ScatterValue value() {
        m_value = {.title = m_text("class_chart.times"),
                   .y_title = m_text("class_chart.times_axis", {{"unit", m_unit.symbol}}),
                   .x_low = -kMargin,
                   .x_high = static_cast<double>(m_chart.size()) - kMargin};
        const ClassCase& first = m_classroom.cases()[m_chart.front()];
        if (!first.axis.empty())
            m_value.x_title = columnTitle(m_text, first.experiment, first.axis);
        const std::size_t last = m_sides.other.value_or(m_sides.base);
        for (const std::size_t variant : shown())
            m_value.names.push_back(
                {variant == last
                     ? m_text("class_chart.last_name", {{"name_text", m_series.series.at(variant)}})
                     : m_series.series.at(variant),
                 styleOf(m_classroom, m_sides, variant)});
        for (std::size_t k = 0; k < m_chart.size(); ++k) {
            m_value.ticks.push_back(
                {static_cast<double>(k),
                 tickOf(m_classroom.cases()[m_chart[k]], m_cases.cases[k], m_text.numbers())});
            for (const std::size_t variant : shown()) addMeasured(k, variant);
            addBrought(k);
        }
        m_value.description = told(m_value.title, m_value.marks.size(), m_text);
        return std::move(m_value);
    }

private:
    [[nodiscard]] std::vector<std::size_t> shown() const {
        std::vector<std::size_t> variants{m_sides.base};
        if (m_sides.other) variants.push_back(*m_sides.other);
        return variants;
    }

    void addMeasured(std::size_t k, std::size_t variant) {
        const ClassKey key{m_chart[k], variant};
        const auto place = static_cast<double>(k);
        const int style = styleOf(m_classroom, m_sides, variant);
        if (const auto box = boxOf(m_classroom.times(key, m_options.filter)); box && box->count > 2)
            m_value.grounds.push_back({.x_low = place - kBox,
                                       .x_high = place + kBox,
                                       .y_low = box->q1 * m_unit.per_ms,
                                       .y_high = box->q3 * m_unit.per_ms,
                                       .style = style,
                                       .middle = box->median * m_unit.per_ms});
        for (std::size_t rank = 0; rank < m_seats.size(); ++rank) {
            const ClassSeat& seat = m_classroom.seats()[m_seats[rank]];
            const ClassMark* mark = m_options.filter.markOf(seat, key);
            if (mark == nullptr) continue;
            std::string words = m_seatNames[rank] + "\n" + m_cases.cases[k] + " · " +
                                m_series.series.at(variant) + ": " +
                                timeText(*mark->time, m_unit, m_text.numbers());
            if (!mark->time->doubts.empty()) words += "\n" + doubtsOf(mark->time->doubts, m_text);
            if (const auto equal = m_equals.of(seat, key); equal && equal->isFar())
                words += "\n" + farText(*equal, m_unit, m_text);
            m_value.marks.push_back({.x = place + asideOf(rank, m_seats.size()),
                                     .y = mark->time->median_ms * m_unit.per_ms,
                                     .style = style,
                                     .owner = m_seats[rank],
                                     .group = static_cast<int>(m_chart[k]),
                                     .words = std::move(words)});
        }
    }

    void addBrought(std::size_t k) {
        if (!m_options.filter.takesBrought(m_chart[k])) return;
        for (const auto& file : m_classroom.brought())
            for (const ClassRow& row : file->rows)
                for (const ClassTime& time : row.times) {
                    if (row.of != m_classroom.cases()[m_chart[k]]) continue;
                    m_value.marks.push_back({.x = static_cast<double>(k) + kApart,
                                             .y = time.median_ms * m_unit.per_ms,
                                             .style = kBrought,
                                             .owner = kNoSeat,
                                             .group = static_cast<int>(m_chart[k]),
                                             .words = broughtText(*file, time, k)});
                    const auto named = [](const auto& name) { return name.style == kBrought; };
                    if (std::ranges::none_of(m_value.names, named))
                        m_value.names.push_back({m_text("class_chart.brought_name"), kBrought});
                }
    }

    [[nodiscard]] std::string broughtText(const ClassFile& file, const ClassTime& time,
                                          std::size_t k) const {
        const Provenance& from = *file.provenance;
        return m_text("class_chart.brought",
                      {{"origin_text", m_text.word("provenance", word(from.kind()))},
                       {"source_text", shownSource(m_classroom, from, m_options.names)}}) +
               "\n" + m_cases.cases[k] + " · " +
               m_text.word("device", word(deviceOf(time.variant))) + ": " +
               timeText(time, m_unit, m_text.numbers());
    }

    const Classroom& m_classroom;
    const std::span<const std::size_t> m_chart;
    const ClassSides& m_sides;
    const ClassOptions& m_options;
    const Text m_text;
    const TimeUnit m_unit;
    const std::vector<std::size_t> m_seats;
    const ChartNames m_cases;
    const SeriesNames m_series;
    const ClassEquals m_equals{m_classroom};
    std::vector<std::string> m_seatNames;
    ScatterValue m_value;
};

}  // namespace

ScatterValue classTimes(const Classroom& classroom, std::span<const std::size_t> chart,
                        const ClassSides& sides, const FindSpec& find,
                        const ClassOptions& options) {
    if (chart.empty()) return {};
    return TimesChart(classroom, chart, sides, find, options).value();
}

std::size_t variantOf(const Classroom& classroom, const ClassSides& sides,
                      const ScatterValue::Mark& mark) {
    const bool other = sides.other && mark.style == styleOf(classroom, sides, *sides.other);
    return other ? *sides.other : sides.base;
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

SeatStory seatStory(const Classroom& classroom, const ClassSeat& seat, ClassKey key,
                    const FindSpec& find, const ClassOptions& options) {
    const Text text = options.text();
    const SeriesNames names = seriesNames(classroom, chartWith(classroom, key.work), find, text);
    const auto nameOf = [&](std::size_t variant) {
        const auto found = names.series.find(variant);
        return found == names.series.end() ? std::string() : found->second;
    };
    SeatStory story{.title = seatName(seat, options) + " · " +
                             caseName(classroom, key.work, find, text) + " · " +
                             nameOf(key.variant)};
    if (!seat.has(key.work)) return story;
    const auto add = [&](const char* name, const Json& args) {
        story.lines.push_back(text(name, args));
    };
    if (const auto mark = seat.marks.find(key); mark != seat.marks.end()) {
        const ClassTime& time = *mark->second.time;
        const TimeUnit unit = unitAround(classroom, key.work, find, options.filter);
        add("class_chart.time", {{"time_text", timeText(time, unit, text.numbers())}});
        const auto box = boxOf(classroom.times(key, options.filter));
        if (box && box->count > 1 && box->median > 0) {
            const double factor = time.median_ms / box->median;
            add(time.doubts.empty() ? "class_chart.against" : "class_chart.class_median",
                {{"factor_text", formatFixed(factor, decimalsFor(factor), text.numbers())},
                 {"median_text", duelo::timeText(box->median, std::nullopt, unit, text.numbers())},
                 {"n", box->count}});
        }
        if (const auto equal = ClassEquals(classroom).of(seat, key); equal && equal->isFar())
            story.lines.push_back(farText(*equal, unit, text));
        if (!time.doubts.empty())
            add("class_chart.doubts", {{"doubts_text", doubtsOf(time.doubts, text)}});
        if (!mark->second.repeats.empty())
            add("class_chart.repeats", {{"n", mark->second.repeats.size()}});
    } else if (const auto gap = seat.gaps.find(key); gap != seat.gaps.end()) {
        story.lines.push_back(text.reason(gap->second));
    }
    for (const auto& [of, mark] : seat.ratios) {
        const auto& [work, pair] = of;
        if (work != key.work || (pair.base != key.variant && pair.other != key.variant)) continue;
        const std::string name = nameOf(pair.base) + " / " + nameOf(pair.other);
        if (mark.ratio->estimate)
            add("class_chart.ratio",
                {{"pair_text", name},
                 {"ratio_text", ratioText(*mark.ratio->estimate, text.numbers())},
                 {"verdict", verdictName(mark.ratio->estimate->verdict)}});
        else
            story.lines.push_back(name + ": " + text.reason(*mark.ratio->why));
    }
    return story;
}

}  // namespace duelo
