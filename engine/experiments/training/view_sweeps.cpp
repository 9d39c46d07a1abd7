// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_sweeps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "experiments/work_names.h"
#include "report/series_look.h"

namespace duelo {
namespace {

using Over = TrainingSweep::Over;
using Lines = std::map<std::size_t, std::map<int, TrainingSweep::Point>>;

/// The swept quantity of a case, which is taken out of it; absent: the case has none.
std::optional<int> takeOut(Over over, Params& work) {
    const char* const axis = over == Over::Batch ? "batch" : "hidden";
    if (!work.has(axis)) return std::nullopt;
    const auto value = static_cast<int>(work.integer(axis));
    work.erase(axis);
    return value;
}

std::vector<TrainingSweep::Line> linesOf(const Lines& found) {
    std::vector<TrainingSweep::Line> lines;
    for (const auto& [column, points] : found) {
        if (points.size() < 2) continue;
        lines.push_back({column, {}});
        for (const auto& [at, point] : points) lines.back().points.push_back(point);
    }
    return lines;
}

}  // namespace

std::vector<TrainingSweep> trainingSweeps(const Comparison& comparison,
                                          const std::vector<TrainingTable>& tables) {
    std::vector<TrainingSweep> sweeps;
    for (const Over over : {Over::Batch, Over::Hidden})
        for (const TrainingTable& table : tables) {
            std::map<Params, Lines> found;
            for (const TrainingRow& row : table.rows) {
                Params work = comparison.rows[row.row].work;
                work.set("data", table.input);
                const auto at = takeOut(over, work);
                if (at && row.epoch_ms)
                    found[work][row.column][*at] = {*at, *row.epoch_ms, row.epoch_ci95_ms,
                                                    row.test_accuracy, row.row};
            }
            for (const auto& [work, lines] : found)
                if (auto drawn = linesOf(lines); !drawn.empty())
                    sweeps.push_back({over, work, std::move(drawn)});
        }
    return sweeps;
}

LinesValue sweepChart(const TrainingSweep& sweep, const Comparison& comparison,
                      const Labels& labels) {
    const Text& text = labels.text();
    const TimeUnit& unit = labels.timeUnit();
    const std::string axis = sweep.over == Over::Batch ? "batch" : "hidden";
    const std::string what = "training." + axis + "_";
    LinesValue out{.title = text(what + "chart", nameArgs(sweep.work, text)),
                   .x_title = columnTitle(text, "training", axis),
                   .y_title = text("training.column_epoch_time", {{"unit", unit.symbol}}),
                   .y_unit = " " + unit.symbol};
    double low_ms = HUGE_VAL, high_ms = 0;
    for (const TrainingSweep::Line& line : sweep.lines) {
        const std::string name = labels.columnName(line.column);
        std::string points;
        LinesValue::Series series{name, styleOf(comparison, line.column)};
        for (const TrainingSweep::Point& point : line.points) {
            const Json accuracy{{"accuracy_percent", 100 * point.test_accuracy}};
            LinesValue::Point drawn{.x = static_cast<double>(point.at),
                                    .y = unit.of(point.epoch_ms),
                                    .interval = scaled(point.epoch_ci95_ms, unit.per_ms),
                                    .note = text("training.point_accuracy", accuracy),
                                    .cell = CellAt{point.row, line.column}};
            series.points.push_back(std::move(drawn));
            low_ms = std::min(low_ms, point.epoch_ms);
            high_ms = std::max(high_ms, point.epoch_ms);
            points += (points.empty() ? "" : "; ") +
                      text(what + "point",
                           {{"at", point.at},
                            {"epoch_text", labels.timeText(point.epoch_ms, point.epoch_ci95_ms)},
                            {"accuracy_percent", 100 * point.test_accuracy}});
        }
        out.description += (out.description.empty() ? "" : " ") + name + ": " + points + ".";
        if (out.series.size() < kSeriesLooks.size()) out.series.push_back(std::move(series));
    }
    out.log_y = high_ms / low_ms >= kLogSpan;
    if (out.log_y) out.description += " " + text("report.chart_log");
    if (out.series.size() < sweep.lines.size())
        out.description += " " + text("training.curves_cut", {{"shown", out.series.size()},
                                                              {"variants", sweep.lines.size()}});
    return out;
}

}  // namespace duelo
