// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/training/view_quality.h"
#include "experiments/work_names.h"

namespace duelo {
namespace {

/// The target as a share of the lowest best accuracy, so that every training that learnt can reach
/// it.
constexpr double kTargetShare = 0.97;

TrainingRow figuresOf(const ReportCell& cell, Trained trained, std::size_t row) {
    TrainingRow out{std::move(trained)};
    out.row = row;
    out.column = cell.column;
    if (const auto& summary = cell.result.summary) {
        out.epoch_ms = summary->median_ms;
        out.epoch_ci95_ms = summary->ci95_ms;
        if (const Metric* rate = cell.result.metric("throughput")) out.images_per_s = rate->value;
    }
    out.course = epochsOf(cell);
    out.data = dataOf(cell).value_or(DataEvent());
    if (!out.course.empty()) out.train_accuracy = out.course.back().train_accuracy;
    const auto best = std::ranges::find(out.course, out.best_epoch, &EpochEvent::epoch);
    if (best != out.course.end()) {
        out.valid_accuracy = best->valid_accuracy;
        if (const auto samples = samplesIn(out.data.validation); samples > 0)
            out.valid_ci95 = wilsonInterval(best->valid_accuracy, samples);
    }
    return out;
}

std::optional<TargetReached> reachedIn(const TrainingRow& row, double target) {
    const std::int64_t samples = samplesIn(row.data.validation);
    std::optional<TargetReached> reached;
    std::optional<double> low_ms, high_ms;
    double ms = 0;
    for (const EpochEvent& epoch : row.course) {
        ms += epoch.wall_ms;
        // Without the number of samples the accuracy is taken at its word.
        const Interval ci = samples > 0 ? wilsonInterval(epoch.valid_accuracy, samples)
                                        : Interval{epoch.valid_accuracy, epoch.valid_accuracy};
        if (!low_ms && ci.high >= target) low_ms = ms;
        if (!reached && epoch.valid_accuracy >= target)
            reached = TargetReached{epoch.epoch, epoch.updates, ms, ms, std::nullopt};
        if (!high_ms && ci.low >= target) high_ms = ms;
    }
    if (reached) {
        reached->low_ms = low_ms.value_or(reached->ms);
        reached->high_ms = high_ms;
    }
    return reached;
}

std::optional<AtUpdates> atUpdates(const TrainingRow& row, std::int64_t updates) {
    AtUpdates at;
    std::int64_t before = row.begun_updates;
    if (updates <= before) return std::nullopt;  // it had them when it began
    for (const EpochEvent& epoch : row.course) {
        const std::int64_t made = epoch.updates - before;
        if (made <= 0) return std::nullopt;  // the file contradicts itself
        if (epoch.updates <= updates) {
            at.ms += epoch.wall_ms;
            at.valid_accuracy = epoch.valid_accuracy;
            if (epoch.updates == updates) return at;
        } else {
            at.ms +=
                epoch.wall_ms * static_cast<double>(updates - before) / static_cast<double>(made);
            return at;
        }
        before = epoch.updates;
    }
    return std::nullopt;
}

double bestAccuracyOf(const TrainingRow& row) {
    double best = 0;
    for (const EpochEvent& epoch : row.course) best = std::max(best, epoch.valid_accuracy);
    return best;
}

bool collapsed(const TrainingRow& row, double best_of_all) {
    const std::int64_t samples = samplesIn(row.data.validation);
    if (samples == 0) return false;
    // The score of always answering the largest class.
    const double guessing = *largestShare(row.data.validation);
    const double best = bestAccuracyOf(row);
    return wilsonInterval(best, samples).low <= guessing ||
           best - guessing < (best_of_all - guessing) / 2;
}

void setTarget(const Comparison& comparison, TrainingTable& table) {
    double highest = 0;
    for (const TrainingRow& row : table.rows) highest = std::max(highest, bestAccuracyOf(row));
    for (TrainingRow& row : table.rows) row.collapsed = collapsed(row, highest);
    const Params& work = comparison.rows[table.rows.front().row].work;
    if (const auto planned = work.optionalReal("until_accuracy")) {
        table.target_accuracy = *planned;
        table.target_planned = true;
    } else {
        const bool all = std::ranges::all_of(table.rows, &TrainingRow::collapsed);
        double lowest = 1;
        for (const TrainingRow& row : table.rows)
            if (all || !row.collapsed) lowest = std::min(lowest, bestAccuracyOf(row));
        table.target_accuracy = kTargetShare * lowest;
    }
    table.equal_updates = std::ranges::min_element(table.rows, {}, &TrainingRow::updates)->updates;
    for (TrainingRow& row : table.rows) {
        row.reached = reachedIn(row, table.target_accuracy);
        row.at_updates = atUpdates(row, table.equal_updates);
    }
}

}  // namespace

std::int64_t samplesIn(const std::vector<std::int64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

bool trains(const Row& row) {
    return row.experiment == "training" || row.experiment == "lr_finder";
}

std::vector<TrainingTable> trainingTables(const Comparison& comparison) {
    std::vector<TrainingTable> tables;
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
        const Row& row = comparison.rows[r];
        if (row.experiment != "training") continue;
        const std::string input = baseName(inputOf(row.work));
        for (const ReportCell& cell : row.cells) {
            auto trained = cell.measured() ? trainedOf(cell.result) : std::nullopt;
            if (!trained) continue;
            auto table = std::ranges::find(tables, input, &TrainingTable::input);
            if (table == tables.end())
                table = tables.insert(tables.end(), {.input = input, .rows = {}});
            table->rows.push_back(figuresOf(cell, *std::move(trained), r));
        }
    }
    for (TrainingTable& table : tables) setTarget(comparison, table);
    return tables;
}

const TrainingRow* trainingRowOf(const std::vector<TrainingTable>& tables, std::size_t row,
                                 std::optional<std::size_t> column) {
    for (const TrainingTable& table : tables)
        for (const TrainingRow& one : table.rows)
            if (one.row == row && one.column == column.value_or(one.column)) return &one;
    return nullptr;
}

Json trainedArgs(const Trained& trained) {
    return {{"test_percent", 100 * trained.test_accuracy},
            {"low_percent", 100 * trained.test_accuracy_ci95.low},
            {"high_percent", 100 * trained.test_accuracy_ci95.high},
            {"test_loss", trained.test_loss},
            {"epoch", trained.best_epoch},
            {"epochs", trained.epochs},
            {"updates", trained.updates}};
}

std::string largestText(const std::vector<TrainingTable>& tables, std::size_t row,
                        const Labels& labels) {
    std::string list;
    std::optional<double> share;
    int named = 0;
    for (const TrainingTable& table : tables)
        for (const TrainingRow& one : table.rows) {
            if (one.row != row) continue;
            share = share ? share : largestShare(one);
            if (!isNoBetterThanLargest(one)) continue;
            list += (list.empty() ? "" : "; ") + labels.spokenName(one.column);
            ++named;
        }
    if (!share) return {};
    const Json args{{"majority_percent", 100 * *share}, {"list", list}, {"count", named}};
    return labels.text()(named > 0 ? "training.largest_explains_some" : "training.largest", args);
}

Result<bool> trainingsAgree(const ReportCell& a, const ReportCell& b) {
    const Metric *left = a.result.metric("test_accuracy"),
                 *right = b.result.metric("test_accuracy");
    if (!left || !right || !left->ci95 || !right->ci95) return false;
    const Identity *x = a.result.identity("input"), *y = b.result.identity("input");
    if (x && y && !x->sha256.empty() && !y->sha256.empty() && x->sha256 != y->sha256)
        return fail("ratio_data_differ");
    if (left->ci95->high < right->ci95->low || right->ci95->high < left->ci95->low)
        return fail("ratio_quality_differs", {{"accuracy_a_percent", 100 * left->value},
                                              {"accuracy_b_percent", 100 * right->value}});
    return true;
}

}  // namespace duelo
