// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "experiments/training/view_table.h"
#include "experiments/work_names.h"
#include "networks/hidden_units.h"
#include "stats/sanity.h"

namespace duelo {
namespace {

/// An interval of an accuracy that is wider tells little (S2-M03).
constexpr double kWidest = 0.10;
/// Equal runs on one machine that differ by more are no measurement of anything (S2-M05).
constexpr double kEpochFactor = 1.5;

/// Which training it is: codes for programs, of which texts make names.
Json argsOf(const Params& work) {
    const std::string model = modelName(work);
    const auto hidden = hiddenUnits(model);
    return {{"model", hidden ? std::string(kMlp) + "-" + std::to_string(*hidden) : model},
            {"data", baseName(inputOf(work))},
            {"batch", work.integer("batch", 1)}};
}

/// What an epoch does, wherever its data lie: not from which weights, how often or until when.
Json epochOf(const Params& work) {
    Json key = work.json();
    for (const char* other : {"seed", "epochs", "learning_rate", "momentum", "until_accuracy",
                              "max_time_s", "patience", "checkpoint"})
        key.erase(other);
    key["data"] = baseName(inputOf(work));
    return key;
}

struct TrainedCell {
    const Row* row;
    const Column* column;
    const ReportCell* cell;
    Trained trained;
};

std::vector<TrainedCell> trainedCells(const Comparison& comparison) {
    std::vector<TrainedCell> cells;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            if (!cell.measured()) continue;
            if (auto trained = trainedOf(cell.result))
                cells.push_back(
                    {&row, &comparison.columns[cell.column], &cell, std::move(*trained)});
        }
    return cells;
}

void addUpdates(const std::vector<TrainedCell>& cells, std::vector<Reason>& reasons) {
    // Of the same data: with a part of them there are fewer updates, and their batch is not why.
    std::map<std::tuple<std::size_t, Json, int, double>, std::vector<NamedUpdates>> runs;
    for (const TrainedCell& one : cells) {
        Json which = argsOf(one.row->work);
        const auto batch = which["batch"].get<std::int64_t>();
        which.erase("batch");
        const double share = one.row->work.optionalReal("train_share").value_or(1);
        runs[{one.column->file, std::move(which), one.trained.epochs, share}].push_back(
            {std::to_string(batch), static_cast<std::size_t>(one.trained.updates)});
    }
    for (const auto& [key, named] : runs) {
        auto reason = checkUpdates(named);
        if (!reason) continue;
        reason->args.update(std::get<Json>(key));
        reasons.push_back(std::move(*reason));
    }
}

/// Once for each part of a data set, however many networks were trained on it.
void addTinyParts(const std::vector<TrainedCell>& cells, std::vector<Reason>& reasons) {
    std::set<std::pair<std::string, std::int64_t>> told;
    const auto check = [&](const char* code, std::int64_t samples, const Interval& ci) {
        if (samples <= 0 || ci.width() <= kWidest || !told.emplace(code, samples).second) return;
        reasons.push_back(
            {code,
             {{"images", samples}, {"low_percent", 100 * wilsonInterval(1, samples).low}},
             {}});
    };
    for (const TrainedCell& one : cells) {
        const auto data = dataOf(*one.cell);
        if (!data) continue;
        const std::int64_t validation = samplesIn(data->validation);
        const std::vector<EpochEvent> epochs = epochsOf(*one.cell);
        const auto best = std::ranges::find(epochs, one.trained.best_epoch, &EpochEvent::epoch);
        if (best != epochs.end())
            check("data_validation_tiny", validation,
                  wilsonInterval(best->valid_accuracy, validation));
        check("data_test_tiny", samplesIn(data->test), one.trained.test_accuracy_ci95);
    }
}

/// Runs of the same work in the same way on the same machine, in one file or several.
void addEpochTimes(const Comparison& comparison, const std::vector<TrainedCell>& cells,
                   std::vector<Reason>& reasons) {
    struct Range {
        double low_ms = 0, high_ms = 0;
        Json args{};
    };
    std::map<std::tuple<std::string, Json, Params>, Range> runs;
    for (const TrainedCell& one : cells) {
        const Source& source = comparison.sources[one.cell->source];
        const std::string& id = source.header.machine.id;
        const double ms = one.cell->result.summary
                              ? one.cell->result.summary->median_ms
                              : one.trained.epochs_ms / std::max(1, one.trained.ownEpochs());
        if (!(ms > 0)) continue;
        Range& range =
            runs[{id.empty() ? source.file_name : id, epochOf(one.row->work), one.column->variant}];
        range.args = argsOf(one.row->work);
        range.low_ms = range.low_ms > 0 ? std::min(range.low_ms, ms) : ms;
        range.high_ms = std::max(range.high_ms, ms);
    }
    for (const auto& [key, range] : runs) {
        const double ratio = range.high_ms / range.low_ms;
        if (ratio <= kEpochFactor) continue;
        Json args = range.args;
        args.update({{"low_ms", range.low_ms}, {"high_ms", range.high_ms}, {"ratio", ratio}});
        reasons.push_back({"epoch_times_disagree", std::move(args), {}});
    }
}

}  // namespace

std::vector<Reason> trainingWarnings(const Comparison& comparison) {
    std::vector<Reason> reasons;
    const auto cells = trainedCells(comparison);
    addUpdates(cells, reasons);
    addTinyParts(cells, reasons);
    addEpochTimes(comparison, cells, reasons);
    return reasons;
}

}  // namespace duelo
