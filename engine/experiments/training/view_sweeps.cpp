// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_sweeps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "experiments/work_names.h"
#include "report/series_look.h"

namespace duelo {
namespace {

using Over = TrainingSweep::Over;
using Lines = std::map<std::size_t, std::map<double, TrainingSweep::Point>>;

constexpr double kInPercent = 100;

/// The axis, and in the keys of its texts.
std::string nameOf(Over over) {
    return over == Over::Batch ? "batch" : over == Over::Hidden ? "hidden" : "amount";
}

/// Takes what is swept out of a case; nothing: the case has none.
std::optional<double> takeOut(Over over, const TrainingRow& row, Params& work) {
    const std::string axis = over == Over::Amount ? "train_share" : nameOf(over);
    if (over == Over::Amount)
        work.erase("seed");
    else if (!work.has(axis) || !row.epoch_ms)
        return std::nullopt;
    const double value = work.real(axis, 1);
    work.erase(axis);
    return value;
}

void addTraining(TrainingSweep::Point& point, Over over, double at, const TrainingRow& row) {
    if (point.accuracies.empty())
        point = {.at = over == Over::Amount ? static_cast<double>(samplesIn(row.data.train)) : at,
                 .epoch_ms = row.epoch_ms.value_or(0),
                 .row = row.row,
                 .test_ci95 = row.test_accuracy_ci95,
                 .epoch_ci95_ms = row.epoch_ci95_ms};
    point.accuracies.push_back(row.test_accuracy);
}

std::vector<TrainingSweep::Line> linesOf(Over over, const Lines& found) {
    std::vector<TrainingSweep::Line> lines;
    bool several = false;
    for (const auto& [column, points] : found) {
        if (over != Over::Amount && points.size() < 2) continue;
        lines.push_back({column, {}});
        for (const auto& [at, point] : points) {
            several = several || points.size() > 1 || point.accuracies.size() > 1;
            lines.back().points.push_back(point);
        }
    }
    return several ? lines : std::vector<TrainingSweep::Line>();
}

/// The words of a point, in its line and beside it.
Json argsOf(const TrainingSweep::Point& point, const Labels& labels) {
    const Interval spread = point.spread();
    return {{"at", static_cast<std::int64_t>(point.at)},
            {"epoch_text", labels.timeText(point.epoch_ms, point.epoch_ci95_ms)},
            {"accuracy_percent", kInPercent * point.accuracy()},
            {"low_percent", kInPercent * spread.low},
            {"high_percent", kInPercent * spread.high},
            {"seeds", point.accuracies.size()}};
}

}  // namespace

Interval TrainingSweep::Point::spread() const {
    if (accuracies.size() == 1) return test_ci95;
    const auto [low, high] = std::ranges::minmax(accuracies);
    return {low, high};
}

std::vector<TrainingSweep> trainingSweeps(const Comparison& comparison,
                                          const std::vector<TrainingTable>& tables) {
    std::vector<TrainingSweep> sweeps;
    for (const Over over : {Over::Batch, Over::Hidden, Over::Amount})
        for (const TrainingTable& table : tables) {
            std::map<Params, Lines> found;
            for (const TrainingRow& row : table.rows) {
                Params work = comparison.rows[row.row].work;
                work.set("data", table.input);
                if (const auto at = takeOut(over, row, work))
                    addTraining(found[work][row.column][*at], over, *at, row);
            }
            for (const auto& [work, lines] : found)
                if (auto drawn = linesOf(over, lines); !drawn.empty())
                    sweeps.push_back({over, work, std::move(drawn)});
        }
    return sweeps;
}

std::optional<LinesValue> sweepChart(const TrainingSweep& sweep, const Labels& labels) {
    const Text& text = labels.text();
    const TimeUnit& unit = labels.timeUnit();
    const bool timed = sweep.over != Over::Amount;
    const std::string what = "training." + nameOf(sweep.over) + "_";
    LinesValue out{.title = text(what + "chart", nameArgs(sweep.work, text)),
                   .x_title = timed ? columnTitle(text, "training", nameOf(sweep.over))
                                    : text("training.amount_images"),
                   .y_title = timed ? text("training.column_epoch_time", {{"unit", unit.symbol}})
                                    : text("training.amount_accuracy"),
                   .y_unit = timed ? " " + unit.symbol : " %"};
    double low_ms = HUGE_VAL, high_ms = 0;
    std::size_t variants = 0;
    for (const TrainingSweep::Line& line : sweep.lines) {
        if (line.points.size() < 2) continue;
        const std::string name = labels.columnName(line.column);
        LinesValue::Series series{name, styleOf(labels.comparison(), line.column)};
        std::string points;
        for (const TrainingSweep::Point& point : line.points) {
            const Json args = argsOf(point, labels);
            LinesValue::Point drawn{
                .x = point.at,
                .y = timed ? unit.of(point.epoch_ms) : kInPercent * point.accuracy(),
                .interval = timed ? scaled(point.epoch_ci95_ms, unit.per_ms)
                                  : scaled(point.spread(), kInPercent),
                .note = text(timed ? "training.point_accuracy" : "training.amount_seeds", args),
                .cell = CellAt{point.row, line.column}};
            series.points.push_back(std::move(drawn));
            low_ms = std::min(low_ms, point.epoch_ms);
            high_ms = std::max(high_ms, point.epoch_ms);
            points += (points.empty() ? "" : "; ") + text(what + "point", args);
        }
        out.description += (out.description.empty() ? "" : " ") + name + ": " + points + ".";
        if (++variants <= kSeriesLooks.size()) out.series.push_back(std::move(series));
    }
    if (out.series.empty()) return std::nullopt;
    out.log_y = timed && high_ms / low_ms >= kLogSpan;
    if (out.log_y) out.description += " " + text("report.chart_log");
    if (out.series.size() < variants)
        out.description += " " + text("training.curves_cut",
                                      {{"shown", out.series.size()}, {"variants", variants}});
    return out;
}

}  // namespace duelo
