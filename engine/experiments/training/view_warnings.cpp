// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text.h"
#include "experiments/training/spec.h"
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

/// Returns what names a training: codes for programs, of which texts make names.
Json argsOf(const Params& work) {
    const std::string model = modelName(work);
    const auto hidden = hiddenUnits(model);
    return {{"model", hidden ? std::string(kMlp) + "-" + std::to_string(*hidden) : model},
            {"data", baseName(inputOf(work))},
            {"batch", work.integer("batch", 1)}};
}

/// Returns a key of the work of an epoch, wherever its data lie: without its first weights, the
/// number of epochs and the conditions of the end.
Json epochOf(const Params& work) {
    Json key = work.json();
    for (const char* other : {"seed", "epochs", "learning_rate", "momentum", "until_accuracy",
                              "max_time_s", "patience", "checkpoint"})
        key.erase(other);
    key["data"] = baseName(inputOf(work));
    return key;
}

void addUpdates(const Comparison& comparison, const std::vector<TrainingTable>& tables,
                std::vector<Reason>& reasons) {
    // Of the same data: with a part of them there are fewer updates, and their batch is not why.
    std::map<std::tuple<std::size_t, Json, int, double>, std::vector<NamedUpdates>> runs;
    for (const TrainingTable& table : tables)
        for (const TrainingRow& one : table.rows) {
            const Params& work = comparison.rows[one.row].work;
            Json which = argsOf(work);
            which.erase("batch");
            runs[{comparison.columns[one.column].file, std::move(which), one.epochs,
                  work.real("train_share", 1)}]
                .push_back({std::to_string(work.integer("batch", 1)),
                            static_cast<std::size_t>(one.updates)});
        }
    for (const auto& [key, named] : runs) {
        auto reason = checkUpdates(named);
        if (!reason) continue;
        reason->args.update(std::get<Json>(key));
        reasons.push_back(*std::move(reason));
    }
}

/// Once for each part of a data set, however many networks were trained on it; of a set that comes
/// with Duelo once for both, and for the smaller of them.
void addTinyParts(const Comparison& comparison, const std::vector<TrainingTable>& tables,
                  std::vector<Reason>& reasons) {
    std::set<std::pair<std::string, Json>> told;
    const auto tell = [&](const char* code, std::int64_t samples, Json which) {
        if (!told.emplace(code, std::move(which)).second) return;
        reasons.push_back(
            {code,
             {{"images", samples}, {"low_percent", 100 * wilsonInterval(1, samples).low}},
             {}});
    };
    for (const TrainingTable& table : tables)
        for (const TrainingRow& one : table.rows) {
            const auto isTiny = [](std::int64_t samples, const Interval& ci) {
                return samples > 0 && ci.width() > kWidest;
            };
            const std::int64_t validation = samplesIn(one.data.validation),
                               test = samplesIn(one.data.test);
            const bool of_validation = one.valid_ci95 && isTiny(validation, *one.valid_ci95),
                       of_test = isTiny(test, one.test_accuracy_ci95);
            const std::string data = inputOf(comparison.rows[one.row].work);
            if (isShippedData(data)) {
                if (of_validation || of_test)
                    tell("data_shipped_tiny", std::min(validation, test), data);
                continue;
            }
            if (of_validation) tell("data_validation_tiny", validation, validation);
            if (of_test) tell("data_test_tiny", test, test);
        }
}

/// Runs of the same work in the same way on the same machine, in one file or several.
void addEpochTimes(const Comparison& comparison, const std::vector<TrainingTable>& tables,
                   std::vector<Reason>& reasons) {
    struct Range {
        double low_ms = HUGE_VAL, high_ms = 0;
        Json args{};
    };
    std::map<std::tuple<std::string, Json, Params>, Range> runs;
    for (const TrainingTable& table : tables)
        for (const TrainingRow& one : table.rows) {
            const Row& row = comparison.rows[one.row];
            const Column& column = comparison.columns[one.column];
            const Source& source = comparison.sources[row.cells[one.column].source];
            const std::string& id = source.header.machine.id;
            const double ms = one.epoch_ms.value_or(one.epochs_ms / std::max(1, one.ownEpochs()));
            if (!(ms > 0)) continue;
            Range& range =
                runs[{id.empty() ? source.file_name : id, epochOf(row.work), column.variant}];
            range = {std::min(range.low_ms, ms), std::max(range.high_ms, ms), argsOf(row.work)};
        }
    for (auto& [key, range] : runs) {
        const double ratio = range.high_ms / range.low_ms;
        if (ratio <= kEpochFactor) continue;
        range.args.update({{"low_ms", range.low_ms}, {"high_ms", range.high_ms}, {"ratio", ratio}});
        reasons.push_back({"epoch_times_disagree", std::move(range.args), {}});
    }
}

}  // namespace

std::vector<Reason> trainingWarnings(const Comparison& comparison) {
    std::vector<Reason> reasons;
    const std::vector<TrainingTable> tables = trainingTables(comparison);
    addUpdates(comparison, tables, reasons);
    addTinyParts(comparison, tables, reasons);
    addEpochTimes(comparison, tables, reasons);
    return reasons;
}

}  // namespace duelo
