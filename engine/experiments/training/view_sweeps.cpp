// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_sweeps.h"

#include <map>
#include <optional>
#include <utility>

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
                                                    row.test_accuracy};
            }
            for (const auto& [work, lines] : found)
                if (auto drawn = linesOf(lines); !drawn.empty())
                    sweeps.push_back({over, work, std::move(drawn)});
        }
    return sweeps;
}

SweepWords sweepWords(const TrainingSweep& sweep, const Labels& labels) {
    const Text& text = labels.text();
    const std::string axis = sweep.over == Over::Batch ? "batch" : "hidden";
    const std::string what = "training." + axis + "_";
    SweepWords out{text(what + "chart", {{"model_name", modelName(sweep.work)},
                                         {"input_name", labels.inputName(sweep.work)},
                                         {"batch", sweep.work.integer("batch", 1)}}),
                   columnTitle(text, "training", axis), text("training.column_epoch_time"), ""};
    for (const TrainingSweep::Line& line : sweep.lines) {
        std::string points;
        for (const TrainingSweep::Point& point : line.points)
            points += (points.empty() ? "" : "; ") +
                      text(what + "point", {{"at", point.at},
                                            {"epoch_ms", point.epoch_ms},
                                            {"accuracy_percent", 100 * point.test_accuracy}});
        out.description += (out.description.empty() ? "" : " ") + labels.columnName(line.column) +
                           ": " + points + ".";
    }
    return out;
}

}  // namespace duelo
