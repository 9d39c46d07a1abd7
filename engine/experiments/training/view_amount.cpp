// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_amount.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "experiments/training/events.h"
#include "experiments/training/params.h"
#include "experiments/work_names.h"
#include "report/series_look.h"
#include "stats/statistics.h"

namespace duelo {
namespace {

constexpr double kInPercent = 100;

using AmountLines = std::map<std::size_t, std::map<double, AmountSweep::Point>>;

const ReportCell* cellOfTraining(const Comparison& comparison, const TrainingRow& row) {
    const auto& cells = comparison.rows[row.row].cells;
    const auto found = std::ranges::find(cells, row.column, &ReportCell::column);
    return found == cells.end() ? nullptr : &*found;
}

void addTraining(AmountSweep::Point& point, const Comparison& comparison, const TrainingRow& row,
                 double share) {
    if (point.accuracies.empty()) {
        point.share = share;
        point.single = row.test_ci95;
        point.row = row.row;
        const ReportCell* cell = cellOfTraining(comparison, row);
        const auto data = cell ? dataOf(*cell) : std::nullopt;
        if (data) point.images = samplesIn(data->train);
    }
    point.accuracies.push_back(row.test_accuracy);
}

std::vector<AmountSweep::Line> amountLinesOf(AmountLines found) {
    std::vector<AmountSweep::Line> lines;
    bool several = false;
    for (auto& [column, points] : found) {
        lines.push_back({column, {}});
        for (auto& [share, point] : points) {
            several = several || points.size() > 1 || point.accuracies.size() > 1;
            lines.back().points.push_back(std::move(point));
        }
    }
    return several ? lines : std::vector<AmountSweep::Line>();
}

/// Of a sample: n - 1.
double sampleDeviation(std::span<const double> values) {
    const double middle = mean(values);
    double sum = 0;
    for (const double value : values) sum += (value - middle) * (value - middle);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Interval amountSpread(const AmountSweep::Point& point) {
    if (point.accuracies.size() == 1) return point.single;
    const auto [low, high] = std::ranges::minmax(point.accuracies);
    return {low, high};
}

}  // namespace

std::vector<AmountSweep> amountSweeps(const Comparison& comparison,
                                      const std::vector<TrainingTable>& tables) {
    std::vector<AmountSweep> sweeps;
    for (const TrainingTable& table : tables) {
        std::map<Params, AmountLines> found;
        for (const TrainingRow& row : table.rows) {
            Params work = comparison.rows[row.row].work;
            const double share = work.real("train_share", 1);
            work.set("data", table.input);
            work.erase("train_share");
            work.erase("seed");
            addTraining(found[work][row.column][share], comparison, row, share);
        }
        for (auto& [work, lines] : found)
            if (auto drawn = amountLinesOf(std::move(lines)); !drawn.empty())
                sweeps.push_back({work, std::move(drawn)});
    }
    return sweeps;
}

std::optional<LinesValue> amountChart(const AmountSweep& sweep, const Comparison& comparison,
                                      const Labels& labels) {
    const Text& text = labels.text();
    LinesValue out{.title = text("training.amount_chart", nameArgs(sweep.work, text)),
                   .x_title = text("training.amount_images"),
                   .y_title = text("training.amount_accuracy"),
                   .y_unit = " %"};
    for (const AmountSweep::Line& line : sweep.lines) {
        if (line.points.size() < 2) continue;
        const std::string name = labels.columnName(line.column);
        LinesValue::Series series{name, styleOf(comparison, line.column)};
        std::string points;
        for (const AmountSweep::Point& point : line.points) {
            const Interval spread = amountSpread(point);
            const double accuracy = mean(point.accuracies);
            const std::string words =
                text("training.amount_point", {{"images", point.images},
                                               {"accuracy_percent", kInPercent * accuracy},
                                               {"low_percent", kInPercent * spread.low},
                                               {"high_percent", kInPercent * spread.high},
                                               {"seeds", point.accuracies.size()}});
            LinesValue::Point drawn{
                .x = static_cast<double>(point.images),
                .y = kInPercent * accuracy,
                .interval = Interval{kInPercent * spread.low, kInPercent * spread.high},
                .note = text("training.amount_seeds", {{"seeds", point.accuracies.size()}}),
                .cell = CellAt{point.row, line.column}};
            series.points.push_back(std::move(drawn));
            points += (points.empty() ? "" : "; ") + words;
        }
        out.description += (out.description.empty() ? "" : " ") + name + ": " + points + ".";
        if (out.series.size() < kSeriesLooks.size()) out.series.push_back(std::move(series));
    }
    if (out.series.empty()) return std::nullopt;
    return out;
}

DocTable amountTable(const AmountSweep& sweep, std::size_t number, const Labels& labels) {
    const Text& text = labels.text();
    DocTable out;
    out.id = "amount-" + std::to_string(number);
    out.title = text("training.amount_table", nameArgs(sweep.work, text));
    for (const char* key :
         {"training.amount_variant", "training.amount_images", "training.amount_starts",
          "training.amount_mean", "training.amount_deviation", "training.amount_low",
          "training.amount_high"})
        out.columns.push_back(text(key));
    out.numeric.assign(out.columns.size(), true);
    out.numeric[0] = false;
    const auto figure = [&](double value, int decimals) {
        return DocCell{formatFixed(value, decimals, text.numbers()), value, decimals};
    };
    const auto whole = [&](std::size_t value) { return figure(static_cast<double>(value), 0); };
    for (const AmountSweep::Line& line : sweep.lines)
        for (const AmountSweep::Point& point : line.points) {
            const auto [low, high] = std::ranges::minmax(point.accuracies);
            out.rows.push_back({DocCell{labels.columnName(line.column), std::nullopt},
                                whole(static_cast<std::size_t>(point.images)),
                                whole(point.accuracies.size()),
                                figure(kInPercent * mean(point.accuracies), 1),
                                point.accuracies.size() > 1
                                    ? figure(kInPercent * sampleDeviation(point.accuracies), 1)
                                    : DocCell{"–", std::nullopt},
                                figure(kInPercent * low, 1), figure(kInPercent * high, 1)});
        }
    out.notes.push_back(text("training.amount_note"));
    return out;
}

std::string sharePart(const Params& work, const Text& text) {
    const auto share = work.optionalReal("train_share");
    if (!share) return {};
    return text("training.share_part", {{"share_percent", kInPercent * *share}});
}

std::string seedPart(const Params& work, const Text& text) {
    const std::int64_t usual = static_cast<std::int64_t>(TrainingCase().seed);
    const std::int64_t seed = work.integer("seed", usual);
    return seed == usual ? std::string() : text("training.seed_part", {{"seed", seed}});
}

}  // namespace duelo
