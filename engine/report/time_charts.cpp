// SPDX-License-Identifier: Apache-2.0
#include "report/time_charts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "plan/spec.h"
#include "report/document.h"
#include "report/imported.h"
#include "report/series_look.h"
#include "report/time_unit.h"
#include "stats/validity.h"

namespace duelo {
namespace {

/// The most bars: more are no picture any more; the table has them all.
constexpr std::size_t kMostBars = 48;

struct CellTime {
    MedianEstimate estimate;
    bool final = true;
    std::optional<Interval> range_ms{};  ///< of its samples, where it has no interval
};

std::optional<CellTime> timeOf(const Shown& shown, const ReportCell& cell) {
    if (cell.timed()) {
        const Summary& summary = *cell.result.summary;
        CellTime time{{.median = summary.median_ms, .ci95 = summary.ci95_ms}};
        if (!summary.ci95_ms && summary.n > 1)
            time.range_ms = Interval{summary.min_ms, summary.max_ms};
        return time;
    }
    if (!shown.preliminary) return std::nullopt;
    const auto so_far = shown.preliminary(cell);
    return so_far ? std::optional(CellTime{*so_far, false}) : std::nullopt;
}

void describeLine(LinesValue& chart, const LinesValue::Series& series, const Text& text) {
    chart.description += (chart.description.empty() ? "" : " ") + series.name + ": ";
    for (const LinesValue::Point& point : series.points)
        chart.description += (&point == &series.points.front() ? "" : "; ") +
                             chart.xText(point.x, text.numbers()) + ", " +
                             measuredText(point.y, point.interval, text.numbers()) + chart.y_unit;
    chart.description += ".";
}

bool hasCheckedFactor(const Comparison& comparison, const FairPair& pairs) {
    return pairs.best && pairs.best->givesFactor() && !uncheckedOf(comparison, *pairs.best);
}

/// Tells whether the chart of a table shows its ratios. Ratios of times that nobody can check are
/// left out where another table of the same cases has measured ones (Y-43).
bool marksRatios(const Comparison& comparison, const CaseTable& table) {
    const auto isMeasured = [&](const CaseTable& one) {
        return std::ranges::any_of(
            one.pairs, [&](const auto& pairs) { return hasCheckedFactor(comparison, pairs); });
    };
    return isMeasured(table) || std::ranges::none_of(comparison.tables, [&](const CaseTable& one) {
               return one.rows == table.rows && isMeasured(one);
           });
}

using ColumnPair = std::pair<std::size_t, std::size_t>;  ///< of a base and a variant
/// The places where a pair is marked, and the handout's pair there (S0-33), which need not be it.
struct Marked {
    std::string at{};
    std::optional<ColumnPair> naive{};
};

/// Says of which two ways the marks are, where more stand in the chart: the best of one side need
/// not be the base of the table beside it, and then that one's pair is named too.
void describeMarks(LinesValue& chart, const Shown& shown,
                   const std::map<ColumnPair, Marked>& marks) {
    constexpr std::size_t kPair = 2;
    if (shown.columns().size() <= kPair) return;
    const auto args = [&](const ColumnPair& pair) {
        return Json{{"base_name", shown.labels.columnName(pair.first)},
                    {"variant_name", shown.labels.columnName(pair.second)}};
    };
    for (const auto& [pair, marked] : marks) {
        Json of = args(pair);
        of["cases_text"] = marks.size() > 1 ? " (" + marked.at + ")" : "";
        const bool other = marked.naive && *marked.naive != pair;
        if (other)
            of["naive_text"] =
                shown.labels.text()("results.ratio_marks_naive", args(*marked.naive));
        chart.description +=
            " " +
            shown.labels.text()(other ? "results.ratio_marks_best" : "results.ratio_marks", of);
    }
}

void addRatioMarks(LinesValue& chart, const Shown& shown, const std::string& axis) {
    if (!shown.table) return;
    const CaseTable& table = shown.comparison.tables[*shown.table];
    const Text& text = shown.labels.text();
    if (!marksRatios(shown.comparison, table)) return;
    std::map<ColumnPair, Marked> marks;
    for (std::size_t i = 0; i < table.pairs.size(); ++i) {
        const auto& best = table.pairs[i].best;
        if (!best || !best->givesFactor()) continue;
        const Row& row = shown.comparison.rows[table.rows[i]];
        const TimeUnit& unit = shown.labels.timeUnit();
        const double a = unit.of(row.cells[best->base].result.summary->median_ms);
        const double b = unit.of(row.cells[best->column].result.summary->median_ms);
        chart.ratios.push_back(
            {row.work.real(axis), std::min(a, b), std::max(a, b),
             text("results.ratio_mark",
                  {{"ratio", shown.labels.number(best->estimate->ratio, best->estimate->ci95)}})});
        Marked& marked = marks[{best->base, best->column}];
        if (const auto& naive = table.pairs[i].naive) marked.naive = {naive->base, naive->column};
        marked.at +=
            (marked.at.empty() ? "" : ", ") + chart.xText(chart.ratios.back().x, text.numbers());
    }
    describeMarks(chart, shown, marks);
}

/// Says of a point without an interval what its dashed bar is; empty: it has one.
std::string rangeNote(const CellTime& time, const TimeUnit& unit, const Text& text) {
    if (!time.range_ms) return {};
    const auto told = [&](double ms) {
        return measuredText(unit.of(ms), std::nullopt, text.numbers());
    };
    return text("results.range_note",
                {{"low_text", told(time.range_ms->low)},
                 {"high_text", told(time.range_ms->high) + " " + unit.symbol}});
}

/// Returns the speed-up of a column over the base; of a flagged measurement only that it is
/// doubtful: the reasons are said once, above the chart and below a report's table.
std::string ratioText(const Comparison& comparison, const Row& row, std::size_t column,
                      const Text& text) {
    const ColumnRatio* ratio = row.ratioOf(column);
    if (ratio && ratio->loaded)
        return " · " + text(ratio->loaded->candidate_faster ? "results.bar_at_least_faster"
                                                            : "results.bar_at_least_slower",
                            {{"bound_text", boundText(*ratio->loaded, text)}});
    if (!doubtfulOf(row.cells[column].result.flags).empty())
        return " · " + text("results.bar_doubt");
    if (!ratio || !ratio->estimate) return {};
    const RatioEstimate& estimate = *ratio->estimate;
    if (const auto unchecked = uncheckedText(comparison, *ratio, text); !unchecked.empty())
        return " · " + unchecked;
    return " · " + text("results.bar_" + std::string(verdictName(estimate.verdict)),
                        {{"ratio", measuredText(saidRatio(estimate).value, saidRatio(estimate).ci95,
                                                text.numbers())},
                         {"doubt", doubtText(estimate, text)}});
}

}  // namespace

std::string sweptAxis(const Shown& shown) {
    const std::vector<std::size_t> rows = shown.rows();
    if (rows.empty()) return {};
    const Row& first = shown.comparison.rows[rows.front()];
    std::vector<std::string> axes;
    if (const Spec* spec = shown.comparison.find(first.experiment))
        for (const Axis& axis : spec->axes) axes.push_back(axis.id);
    else
        for (const auto& [axis, value] : first.work) axes.push_back(axis);
    std::string swept;
    for (const std::string& axis : axes) {
        const auto work = [&](std::size_t r) -> const Params& {
            return shown.comparison.rows[r].work;
        };
        if (std::ranges::all_of(
                rows, [&](std::size_t r) { return work(r).at(axis) == first.work.at(axis); }))
            continue;
        if (!std::ranges::all_of(
                rows, [&](std::size_t r) { return work(r).optionalReal(axis).has_value(); }))
            return {};
        if (swept.empty()) swept = axis;
    }
    return swept;
}

/// Cases that are chosen in powers would all lie at the left.
bool spansDecades(const LinesValue& chart) {
    constexpr double kWide = 50;
    double low = HUGE_VAL, high = 0;
    for (const LinesValue::Series& series : chart.series)
        for (const LinesValue::Point& point : series.points) {
            low = std::min(low, point.x);
            high = std::max(high, point.x);
        }
    for (const double x : chart.awaited_x) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
    return low > 0 && high / low >= kWide && high < HUGE_VAL;
}

/// Tells whether a line has the points to show a power of the size. On two logarithmic axes that is
/// a straight line; on one of them it is bent (Y-43).
bool mayBePower(const LinesValue& chart) {
    constexpr std::size_t kFewest = 3;
    return std::ranges::any_of(chart.series, [](const LinesValue::Series& series) {
        return series.points.size() >= kFewest && series.points.front().x > 0;
    });
}

void titleX(LinesValue& chart, const Shown& shown, const std::string& axis) {
    const std::string& experiment = shown.chosenRow()->experiment;
    const Spec* spec = shown.comparison.find(experiment);
    const Axis* known = spec ? spec->find(axis) : nullptr;
    const std::string unit = known ? known->unit : std::string();
    chart.x_title = headTitle(shown.labels.text(), experiment, axis);
    chart.bytes_x = unit == kByteUnit;
    if (unit.empty() || chart.bytes_x) return;
    chart.x_unit = " " + unit;
    // An experiment's own title may have it.
    if (const std::string mark = " (" + unit + ")"; !chart.x_title.ends_with(mark))
        chart.x_title += mark;
}

LinesValue timesOver(const Shown& shown, const std::string& axis) {
    const Comparison& comparison = shown.comparison;
    const Text& text = shown.labels.text();
    const std::vector<std::size_t> rows = shown.rows();
    const TimeUnit& inUnit = shown.labels.timeUnit();
    LinesValue out{.y_title = text("report.chart_y", {{"unit", inUnit.symbol}}),
                   .y_unit = " " + inUnit.symbol};
    titleX(out, shown, axis);
    double low = HUGE_VAL, high = 0;
    for (const std::size_t column : shown.columns()) {
        std::map<double, LinesValue::Point> points;
        for (const std::size_t r : rows) {
            const auto time = timeOf(shown, comparison.rows[r].cells[column]);
            if (!time) continue;
            const LinesValue::Point point{.x = comparison.rows[r].work.real(axis),
                                          .y = inUnit.of(time->estimate.median),
                                          .interval = scaled(time->estimate.ci95, inUnit.per_ms),
                                          .range = scaled(time->range_ms, inUnit.per_ms),
                                          .final = time->final,
                                          .note = rangeNote(*time, inUnit, text),
                                          .cell = CellAt{r, column}};
            points.emplace(point.x, point);  // cases that differ otherwise stand in the table
            if (point.y > 0) low = std::min(low, point.y);
            high = std::max(high, point.y);
        }
        if (points.empty()) continue;
        LinesValue::Series series{shown.labels.columnName(column), styleOf(comparison, column)};
        for (const auto& [at, point] : points) series.points.push_back(point);
        describeLine(out, series, text);
        out.series.push_back(std::move(series));
    }
    addRatioMarks(out, shown, axis);
    if (shown.isLive())
        for (const std::size_t r : rows)
            if (std::ranges::any_of(comparison.rows[r].cells,
                                    [](const ReportCell& cell) { return !cell.status; }))
                out.awaited_x.push_back(comparison.rows[r].work.real(axis));
    out.log_y = shown.log_y.value_or(low <= high && high / low >= kLogSpan);
    const bool power = out.log_y && mayBePower(out);
    out.log_x = spansDecades(out) || power;
    if (out.log_y) out.description += " " + text("report.chart_log");
    if (power) out.description += " " + text("report.chart_power");
    return out;
}

BarsValue timeBars(const Shown& shown, RowName nameOf) {
    const Text& text = shown.labels.text();
    const std::vector<std::size_t> rows = shown.rows(), columns = shown.columns();
    BarsValue out;
    std::size_t all = 0;
    for (const std::size_t r : rows) {
        const Row& row = shown.comparison.rows[r];
        for (const std::size_t column : columns) {
            const auto time = timeOf(shown, row.cells[column]);
            if (!time || ++all > kMostBars) continue;
            const BarsValue::Bar bar{
                .name = shown.labels.columnName(column),
                .text = timeWithEnds(time->estimate, shown.labels.timeUnit(), text.numbers()) +
                        (time->range_ms ? " (" + text.word("flag", flags::few_samples) + ")" : "") +
                        ratioText(shown.comparison, row, column, text),
                .final = time->final,
                .ms = time->estimate.median,
                .style = styleOf(shown.comparison, column),
                .ci95_ms = time->estimate.ci95,
                .group = rows.size() > 1 ? nameOf(row, shown.labels) : std::string(),
                .cell = CellAt{r, column}};
            out.description += (out.description.empty() ? "" : " ") +
                               (bar.group.empty() ? "" : bar.group + ", ") + bar.name + ": " +
                               bar.text + ".";
            out.bars.push_back(bar);
        }
    }
    if (out.bars.size() < all)
        out.description +=
            " " + text("results.bars_cut", {{"shown", out.bars.size()}, {"times", all}});
    return out;
}

ChartValue timesChart(const Shown& shown, RowName nameOf) {
    if (const std::string axis = sweptAxis(shown); !axis.empty()) {
        LinesValue lines = timesOver(shown, axis);
        if (shown.isLive() || std::ranges::any_of(lines.series, [](const auto& series) {
                return series.points.size() > 1;
            }))
            return lines;
    }
    return timeBars(shown, nameOf);
}

}  // namespace duelo
