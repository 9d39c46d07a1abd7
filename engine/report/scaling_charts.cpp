// SPDX-License-Identifier: Apache-2.0
// The table, the charts and the card of what more workers bring.
#include <algorithm>
#include <functional>
#include <set>

#include "report/report_words.h"
#include "report/scaling.h"
#include "report/scaling_latency.h"
#include "report/series_look.h"
#include "report/time_unit.h"

namespace duelo {

namespace {

/// As many as have a look of their own beside the ideal, which has the last.
constexpr std::size_t kMostSeries = kSeriesLooks.size() - 1;
constexpr int kIdealStyle = static_cast<int>(kSeriesLooks.size()) - 1;
/// The sentences of so many; the table has them all.
constexpr std::size_t kMostTold = 8;

bool isTold(const ScalingSeries& series) {
    return !series.speedUps().empty();
}

/// What tells a series from the others: its case, its other axes, its file.
std::string seriesName(const ScalingSeries& series, const std::vector<ScalingSeries>& all,
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
    std::string name = commaJoined(parts);
    if (name.empty()) name = labels.text()("scaling.measured");
    if (series.file == comparison.sources.front().file) return name;
    const Source& source = comparison.sourceOf(comparison.columns[series.steps.front().column]);
    return labels.text()("report.column_of_file",
                         {{"variant_name", name}, {"file", source.file_name}});
}

std::string axisTitle(const ScalingSeries& series, const Labels& labels,
                      const Comparison& comparison) {
    return columnTitle(labels.text(), comparison.rows[series.row].experiment, series.axis);
}

using ValueOf = std::function<LinesValue::Point(const SpeedUp&)>;

/// From one worker, who is the measure, to the last.
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

/// Where the fastest cores end, and all cores: what is beyond is no more the same.
void markCores(LinesValue& chart, const ScalingSeries& series, const Text& text) {
    const CoreCounts& cores = series.cores;
    const int most = series.steps.back().workers;
    const auto mark = [&](int at, const char* key) {
        if (at < most)
            chart.marks.push_back(
                {static_cast<double>(at), kIdealStyle, text(key, {{"cores", at}})});
    };
    if (cores.isHybrid()) mark(*cores.fast, "scaling.mark_fast");
    if (cores.cores) mark(*cores.cores, "scaling.mark_cores");
}

void describeScaling(LinesValue& chart, const Text& text) {
    for (const LinesValue::Series& line : chart.series) {
        chart.description += (chart.description.empty() ? "" : " ") + chart.lineName(line) + ": ";
        for (const LinesValue::Point& point : line.points)
            chart.description += (&point == &line.points.front() ? "" : "; ") +
                                 text.value("x", point.x) + ", " +
                                 formatSignificant(point.y, 3, text.numbers()) + chart.y_unit;
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
        chart.series.push_back(
            lineOf(*shown[i], names[i], static_cast<int>(i), [](const SpeedUp& of) {
                const auto ci = of.efficiencyInterval();
                return LinesValue::Point{
                    .x = static_cast<double>(of.workers),
                    .y = 100 * of.efficiency(),
                    .interval =
                        ci ? std::optional(Interval{100 * ci->low, 100 * ci->high}) : std::nullopt};
            }));
        for (const SpeedUp& of : shown[i]->speedUps()) all.insert(of.workers);
    }
    LinesValue::Series ideal{text("scaling.ideal"), kIdealStyle};
    for (const int p : all) ideal.points.push_back({.x = static_cast<double>(p), .y = 100});
    chart.series.push_back(std::move(ideal));
    return chart;
}

/// The table of a document.
class ScalingReport : private ReportWords {
public:
    ScalingReport(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options), m_all(scalingOf(*this, comparison)) {}

    DocSection section() const {
        DocSection out{t("scaling.heading"), {}, false};
        if (m_all.empty()) return out;
        DocList told;
        for (const ScalingSeries& series : m_all) {
            if (told.items.size() == kMostTold) break;
            std::string item;
            for (const std::string& sentence : scalingSentences(series, *this))
                item += (item.empty() ? "" : " ") + sentence;
            for (const std::string& cause : scalingCauses(series, m_c, m_text)) item += " " + cause;
            for (const std::string& cost : latencySentences(series, *this, m_c)) item += " " + cost;
            if (m_all.size() > 1) item = seriesName(series, m_all, *this, m_c) + ": " + item;
            told.items.push_back(std::move(item));
        }
        for (std::string& sentence : weakScalingSentences(*this, m_c))
            told.items.push_back(std::move(sentence));
        out.blocks.emplace_back(std::move(told));
        out.blocks.emplace_back(table());
        if (DocTable latency = latencyTable(); !latency.rows.empty())
            out.blocks.emplace_back(std::move(latency));
        for (ChartValue& chart : scalingCharts(m_all, *this, m_c))
            out.blocks.emplace_back(std::move(chart));
        return out;
    }

private:
    DocTable table() const {
        std::vector<std::size_t> rows;
        for (const ScalingSeries& series : m_all) rows.push_back(series.row);
        const TimeUnit unit = timeUnitOf(m_c, rows);
        DocTable out;
        out.id = "scaling";
        out.title = t("scaling.table_title");
        out.columns = {t("report.column_case"),
                       t("report.column_variant"),
                       axisTitle(m_all.front(), *this, m_c),
                       t("report.column_time", {{"unit", unit.symbol}}),
                       t("scaling.column_speed_up"),
                       t("report.column_interval"),
                       t("scaling.column_efficiency"),
                       t("scaling.column_serial"),
                       t("scaling.column_note")};
        out.numeric = {false, false, true, true, true, false, true, true, false};
        std::vector<const Row*> cases;
        std::set<std::string> names;
        for (const ScalingSeries& series : m_all) {
            const Row& row = m_c.rows[series.row];
            names.insert(variantOf(series));
            for (const ScalingStep& step : series.steps) {
                out.rows.push_back(line(series, step, unit));
                cases.push_back(&row);
            }
        }
        leaveOutVariants(out, names);
        nameCases(out, cases);
        out.notes = {t("scaling.table_note"), t("scaling.fit_note")};
        return out;
    }

    /// One that all have tells nothing apart.
    static void leaveOutVariants(DocTable& table, const std::set<std::string>& names) {
        if (names.size() != 1) return;
        for (auto& cells : table.rows) cells.erase(cells.begin() + 1);
        table.columns.erase(table.columns.begin() + 1);
        table.numeric.erase(table.numeric.begin() + 1);
    }

    /// What all together do in a second, and what one of them takes.
    DocTable latencyTable() const {
        DocTable out;
        out.id = "latency";
        out.title = t("scaling.latency_table");
        out.columns = {t("report.column_case"),
                       t("report.column_variant"),
                       axisTitle(m_all.front(), *this, m_c),
                       t("scaling.column_rate"),
                       t("report.column_interval"),
                       t("scaling.column_latency"),
                       t("report.column_interval"),
                       t("scaling.column_slowest")};
        out.numeric = {false, false, true, true, false, true, false, true};
        std::vector<const Row*> cases;
        std::set<std::string> names;
        for (const ScalingSeries& series : m_all)
            for (const ServedStep& step : servedSteps(series, m_c)) {
                names.insert(variantOf(series));
                const int rate = decimalsFor(step.rate->value),
                          latency = decimalsFor(step.latency->value);
                out.columns[2] = axisTitle(series, *this, m_c);
                out.rows.push_back(
                    {words(caseName(m_c.rows[series.row])), words(variantOf(series)),
                     figure(step.workers, 0), figure(step.rate->value, rate),
                     words(intervalText(step.rate->ci95, rate)),
                     figure(step.latency->value, latency),
                     words(intervalText(step.latency->ci95, latency)),
                     figure(step.slowest ? std::optional(step.slowest->value) : std::nullopt,
                            latency)});
                cases.push_back(&m_c.rows[series.row]);
            }
        if (out.rows.empty()) return out;
        leaveOutVariants(out, names);
        nameCases(out, cases);
        out.notes = {t("scaling.latency_note")};
        return out;
    }

    std::string variantOf(const ScalingSeries& series) const {
        std::string name = variantName(series.variant);
        if (series.file == m_c.sources.front().file) return name;
        const Source& source = m_c.sourceOf(m_c.columns[series.steps.front().column]);
        return t("report.column_of_file", {{"variant_name", name}, {"file", source.file_name}});
    }

    std::vector<DocCell> line(const ScalingSeries& series, const ScalingStep& step,
                              const TimeUnit& unit) const {
        const Row& row = m_c.rows[series.row];
        std::vector<DocCell> cells{
            words(caseName(row)), words(variantOf(series)), figure(step.workers, 0),
            timeCell(row.cells[step.column].result.summary->median_ms, unit, m_text.numbers())};
        const bool isBase = &step == series.base();
        const auto& of = step.speed_up;
        const auto share = of ? of->serialShare() : std::nullopt;
        const int decimals = of ? decimalsFor(of->ratio) : 0;
        cells.push_back(isBase ? figure(1, 0)
                               : figure(of ? std::optional(of->ratio) : std::nullopt, decimals));
        cells.push_back(words(of ? intervalText(of->ci95, decimals) : "–"));
        cells.push_back(isBase
                            ? figure(100, 0)
                            : figure(of ? std::optional(100 * of->efficiency()) : std::nullopt, 1));
        // Outside of 0 and 100 % it is a share of nothing, and no figure that is quoted.
        if (of && of->isContention())
            cells.push_back(words(t("scaling.serial_contention")));
        else if (of && of->isBeyondIdeal())
            cells.push_back(words(t("scaling.serial_beyond")));
        else
            cells.push_back(figure(share ? std::optional(100 * *share) : std::nullopt, 1));
        cells.push_back(words(noteOf(series, step)));
        return cells;
    }

    std::string noteOf(const ScalingSeries& series, const ScalingStep& step) const {
        if (&step == series.base()) return t("report.is_base");
        if (step.why) return m_text.reason(*step.why);
        const CoreCounts& cores = series.cores;
        if (cores.cores && step.workers > *cores.cores)
            return t(cores.hasSmt() ? "scaling.note_smt" : "scaling.note_few",
                     {{"cores", *cores.cores}});
        if (cores.isHybrid() && step.workers > *cores.fast)
            return t("scaling.note_slow_cores", {{"cores", *cores.fast}});
        return "–";
    }

    const std::vector<ScalingSeries> m_all;
};

}  // namespace

std::vector<ChartValue> scalingCharts(const std::vector<ScalingSeries>& all, const Labels& labels,
                                      const Comparison& comparison) {
    std::vector<const ScalingSeries*> shown;
    std::vector<std::string> names;
    std::set<std::size_t> rows;
    for (const ScalingSeries& series : all) {
        if (!isTold(series) || shown.size() == kMostSeries) continue;
        shown.push_back(&series);
        names.push_back(seriesName(series, all, labels, comparison));
        rows.insert(series.row);
    }
    if (shown.empty()) return {};
    const Text& text = labels.text();
    const std::string cases =
        rows.size() == 1 ? labels.caseName(comparison.rows[*rows.begin()]) : std::string();
    std::vector<ChartValue> out;
    for (const bool efficiency : {false, true}) {
        LinesValue chart =
            efficiency ? efficiencyChart(shown, names, text) : speedUpChart(shown, names, text);
        chart.title =
            labels.withCommon(text(efficiency ? "scaling.efficiency" : "scaling.speed_up"), cases);
        chart.x_title = axisTitle(*shown.front(), labels, comparison);
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
                      {{"axis_title", axisTitle(series, shown.labels, shown.comparison)}})};
    card.lines = scalingSentences(series, shown.labels);
    const auto causes = scalingCauses(series, shown.comparison, text);
    card.lines.insert(card.lines.end(), causes.begin(), causes.end());
    const auto costs = latencySentences(series, shown.labels, shown.comparison);
    card.lines.insert(card.lines.end(), costs.begin(), costs.end());
    if (isTold(series)) card.lines.push_back(text("scaling.question"));
    return card;
}

DocSection scalingSection(const Comparison& comparison, const ReportOptions& options) {
    return ScalingReport(comparison, options).section();
}

}  // namespace duelo
