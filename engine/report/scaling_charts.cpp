// SPDX-License-Identifier: Apache-2.0
// The charts and the card of what more workers bring.
#include <algorithm>
#include <functional>
#include <set>

#include "report/scaling.h"
#include "report/scaling_latency.h"
#include "report/series_look.h"

namespace duelo {

namespace {

/// The most series: those that have a look of their own beside the ideal, which has the last look.
constexpr std::size_t kMostSeries = kSeriesLooks.size() - 1;
constexpr int kIdealStyle = static_cast<int>(kSeriesLooks.size()) - 1;

bool isTold(const ScalingSeries& series) {
    return !series.speedUps().empty();
}

using ValueOf = std::function<LinesValue::Point(const SpeedUp&)>;

/// Makes the line from one worker, who is the measure, to the last.
LinesValue::Series lineOf(const ScalingSeries& series, std::string name, int style,
                          const ValueOf& valueOf) {
    LinesValue::Series line{std::move(name), style};
    const auto add = [&](const SpeedUp& of, const ScalingStep& step) {
        line.points.push_back(valueOf(of));
        line.points.back().cell = CellAt{series.row, step.column};
    };
    if (const ScalingStep* base = series.base()) add({1, 1, std::nullopt}, *base);
    for (const ScalingStep& step : series.steps)
        if (step.speed_up) add(*step.speed_up, step);
    return line;
}

/// Marks the numbers of workers where the fastest cores end, and all cores: workers beyond have
/// other conditions. Threads that keep to a core fill one part of the memory after the other; the
/// system spreads those that do not.
void markCores(LinesValue& chart, const ScalingSeries& series, const Text& text) {
    const CoreCounts& cores = series.cores;
    const int most = series.steps.back().workers;
    const auto mark = [&](int of_cores, const char* key) {
        const int at = series.room(of_cores);
        if (at < 1 || at >= most) return;
        std::string told = text(key, {{"cores", of_cores}});
        if (series.each > 1)
            told += " (" + std::to_string(at) + " × " + std::to_string(series.each) + ")";
        chart.marks.push_back({static_cast<double>(at), kIdealStyle, std::move(told)});
    };
    if (cores.isHybrid() && !series.all_cores) mark(*cores.fast, "scaling.mark_fast");
    if (const int nodes = cores.numa_nodes.value_or(1);
        cores.cores && nodes > 1 && !cores.isHybrid() && series.variant.text("pinning") == "cores")
        mark(*cores.cores / nodes, "scaling.mark_numa");
    if (cores.cores) mark(*cores.cores, "scaling.mark_cores");
}

/// Tells whether any series has an ideal: where more workers have no more cores, there is none.
bool anyHasAnIdeal(const std::vector<const ScalingSeries*>& shown) {
    return !std::ranges::all_of(shown, &ScalingSeries::all_cores);
}

void describeScaling(LinesValue& chart, const Text& text) {
    for (const LinesValue::Series& line : chart.series) {
        chart.description += (chart.description.empty() ? "" : " ") + chart.lineName(line) + ": ";
        for (const LinesValue::Point& point : line.points)
            chart.description +=
                (&point == &line.points.front() ? "" : "; ") + text.value("x", point.x) + ", " +
                measuredText(point.y, point.interval, text.numbers()) + chart.y_unit;
        chart.description += ".";
    }
}

LinesValue speedUpChart(const std::vector<const ScalingSeries*>& shown,
                        const std::vector<std::string>& names, const Text& text) {
    LinesValue chart{.y_title = text("scaling.axis_speed_up")};
    std::set<int> all{1};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const int style = static_cast<int>(i);
        chart.series.push_back(lineOf(*shown[i], names[i], style, [](const SpeedUp& of) {
            return LinesValue::Point{
                .x = static_cast<double>(of.workers), .y = of.ratio, .interval = of.ci95};
        }));
        for (const SpeedUp& of : shown[i]->speedUps()) all.insert(of.workers);
        if (!shown[i]->amdahl) continue;
        chart.dashed_name = text("scaling.amdahl");
        chart.series.push_back(lineOf(*shown[i], names[i], style, [&](const SpeedUp& of) {
            return LinesValue::Point{.x = static_cast<double>(of.workers),
                                     .y = amdahlSpeedUp(shown[i]->amdahl->serial, of.workers)};
        }));
        chart.series.back().dashed = true;
        for (LinesValue::Point& point : chart.series.back().points) point.cell.reset();
    }
    if (!anyHasAnIdeal(shown)) return chart;
    LinesValue::Series ideal{text("scaling.ideal"), kIdealStyle};
    for (const int p : all)
        ideal.points.push_back({.x = static_cast<double>(p), .y = static_cast<double>(p)});
    chart.series.push_back(std::move(ideal));
    return chart;
}

LinesValue efficiencyChart(const std::vector<const ScalingSeries*>& shown,
                           const std::vector<std::string>& names, const Text& text) {
    LinesValue chart{.y_title = text("scaling.axis_efficiency"), .y_unit = " %"};
    std::set<int> all{1};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i]->all_cores) continue;
        chart.series.push_back(
            lineOf(*shown[i], names[i], static_cast<int>(i), [](const SpeedUp& of) {
                return LinesValue::Point{.x = static_cast<double>(of.workers),
                                         .y = 100 * of.efficiency(),
                                         .interval = scaled(of.efficiencyInterval(), 100)};
            }));
        for (const SpeedUp& of : shown[i]->speedUps()) all.insert(of.workers);
    }
    LinesValue::Series ideal{text("scaling.ideal"), kIdealStyle};
    for (const int p : all) ideal.points.push_back({.x = static_cast<double>(p), .y = 100});
    chart.series.push_back(std::move(ideal));
    return chart;
}

}  // namespace

std::string scalingSeriesName(const ScalingSeries& series, const std::vector<ScalingSeries>& all,
                              const Labels& labels, const Comparison& comparison) {
    const auto differs = [&](const auto& of) {
        return std::ranges::any_of(all,
                                   [&](const ScalingSeries& one) { return of(one) != of(series); });
    };
    std::vector<std::string> parts;
    if (differs([](const ScalingSeries& one) { return one.row; }))
        parts.push_back(labels.caseName(comparison.rows[series.row]));
    if (differs([](const ScalingSeries& one) { return one.variant; }))
        parts.push_back(labels.variantName(series.variant));
    if (series.all_cores && differs([](const ScalingSeries& one) { return one.all_cores; }))
        parts.push_back(labels.text()("scaling.all_cores"));
    std::string name = commaJoined(parts);
    if (name.empty()) name = labels.text()("scaling.measured");
    if (series.file == comparison.sources.front().file) return name;
    const Source& source = comparison.sourceOf(comparison.columns[series.steps.front().column]);
    return labels.text()("report.column_of_file",
                         {{"variant_name", name}, {"file", source.file_name}});
}

std::string scalingAxisTitle(const ScalingSeries& series, const Labels& labels,
                             const Comparison& comparison) {
    return columnTitle(labels.text(), comparison.rows[series.row].experiment, series.axis);
}

std::vector<ChartValue> scalingCharts(const std::vector<ScalingSeries>& all, const Labels& labels,
                                      const Comparison& comparison) {
    std::vector<const ScalingSeries*> shown;
    std::vector<std::string> names;
    std::set<std::size_t> rows;
    for (const ScalingSeries& series : all) {
        if (!isTold(series) || shown.size() == kMostSeries) continue;
        shown.push_back(&series);
        names.push_back(scalingSeriesName(series, all, labels, comparison));
        rows.insert(series.row);
    }
    if (shown.empty()) return {};
    const Text& text = labels.text();
    const std::string cases =
        rows.size() == 1 ? labels.caseName(comparison.rows[*rows.begin()]) : std::string();
    std::vector<ChartValue> out;
    for (const bool efficiency : {false, true}) {
        if (efficiency && !anyHasAnIdeal(shown)) continue;
        LinesValue chart =
            efficiency ? efficiencyChart(shown, names, text) : speedUpChart(shown, names, text);
        chart.title =
            labels.withCommon(text(efficiency ? "scaling.efficiency" : "scaling.speed_up"), cases);
        chart.x_title = scalingAxisTitle(*shown.front(), labels, comparison);
        markCores(chart, *shown.front(), text);
        describeScaling(chart, text);
        out.emplace_back(std::move(chart));
    }
    if (LinesValue latency = latencyChart(shown, names, labels, comparison);
        !latency.series.empty()) {
        latency.title = labels.withCommon(latency.title, cases);
        out.emplace_back(std::move(latency));
    }
    return out;
}

std::vector<ChartValue> scalingCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    const auto at = static_cast<std::size_t>(row - shown.comparison.rows.data());
    return scalingCharts(scalingOf(shown.labels, shown.comparison, at), shown.labels,
                         shown.comparison);
}

std::optional<CardValue> scalingCard(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return std::nullopt;
    const auto at = static_cast<std::size_t>(row - shown.comparison.rows.data());
    const auto all = scalingOf(shown.labels, shown.comparison, at);
    if (all.empty()) return std::nullopt;
    // That of the chosen variant, else the first.
    const auto column = shown.chosenColumn();
    const auto own = std::ranges::find_if(all, [&](const ScalingSeries& series) {
        return std::ranges::find(series.steps, column, [](const ScalingStep& step) {
                   return std::optional(step.column);
               }) != series.steps.end();
    });
    const ScalingSeries& series = own == all.end() ? all.front() : *own;
    const Text& text = shown.labels.text();
    CardValue card{
        .id = "scaling",
        .title = text("scaling.card_title",
                      {{"axis_title", scalingAxisTitle(series, shown.labels, shown.comparison)}})};
    card.lines = scalingSentences(series, shown.labels);
    if (!isTold(series)) card.lines.insert(card.lines.begin(), text("scaling.card_none"));
    const auto causes = scalingCauses(series, shown.comparison, shown.labels);
    card.lines.insert(card.lines.end(), causes.begin(), causes.end());
    const auto costs = latencySentences(series, shown.labels, shown.comparison);
    card.lines.insert(card.lines.end(), costs.begin(), costs.end());
    if (isTold(series)) card.lines.push_back(text("scaling.question"));
    return card;
}

}  // namespace duelo
