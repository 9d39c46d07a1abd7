// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view.h"

#include "base/json_text.h"
#include "experiments/training/mlp_lesson.h"
#include "experiments/training/params.h"
#include "experiments/training/view_charts.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_table.h"
#include "experiments/work_names.h"

namespace duelo {

namespace {

std::string shareName(const Params& work, const Text& text) {
    const auto share = work.optionalReal("train_share");
    return share ? text("training.share_part", {{"share_percent", 100 * *share}}) : std::string();
}

std::string seedName(const Params& work, const Text& text) {
    const auto usual = static_cast<std::int64_t>(TrainingCase().seed);
    const std::int64_t seed = work.integer("seed", usual);
    return seed == usual ? std::string() : text("training.seed_part", {{"seed", seed}});
}

bool isTrained(const ReportCell& cell) {
    return trainedOf(cell.result).has_value();
}

/// Returns a line on the optimiser and the epochs of the first training.
std::string planLine(const Comparison& comparison, const Labels& labels) {
    const auto tables = trainingTables(comparison);
    if (tables.empty()) return {};
    const Params& work = comparison.rows[tables.front().rows.front().row].work;
    return labels.text()("training.method_plan", {{"optimizer", work.text("optimizer")},
                                                  {"learning_rate", work.real("learning_rate")},
                                                  {"epochs", work.integer("epochs")},
                                                  {"augment", work.flag("augment")}});
}

void addTrainings(const Comparison& comparison, Json& report) {
    report["trainings"] = Json::array();
    for (const TrainingTable& table : trainingTables(comparison)) {
        Json rows = Json::array();
        for (const TrainingRow& row : table.rows) {
            Json one{{"row", row.row},
                     {"column", row.column},
                     {"best_epoch", row.best_epoch},
                     {"collapsed", row.collapsed}};
            if (const auto& reached = row.reached)
                one["to_target"] = {
                    {"epoch", reached->epoch},
                    {"updates", reached->updates},
                    {"ms", finiteOrNull(reached->ms)},
                    {"range_ms",
                     {finiteOrNull(reached->low_ms),
                      reached->high_ms ? finiteOrNull(*reached->high_ms) : Json()}}};
            if (row.at_updates) one["at_equal_updates_ms"] = finiteOrNull(row.at_updates->ms);
            if (row.at_updates && row.at_updates->valid_accuracy)
                one["at_equal_updates_accuracy"] = finiteOrNull(*row.at_updates->valid_accuracy);
            rows.push_back(std::move(one));
        }
        report["trainings"].push_back({{"input", table.input},
                                       {"target_accuracy", table.target_accuracy},
                                       {"target_planned", table.target_planned},
                                       {"equal_updates", table.equal_updates},
                                       {"rows", std::move(rows)}});
    }
}

/// Returns the line of an event while something is trained; empty where it has none.
std::string eventLine(const EventRecord& event, const Text& text) {
    if (const auto data = dataIn(event))
        return text("cli.data",
                    {{"train", samplesIn(data->train)},
                     {"validation", samplesIn(data->validation)},
                     {"test", samplesIn(data->test)},
                     {"classes", data->classes.size()},
                     {"majority_percent", 100 * largestShare(data->validation).value_or(0)}});
    const auto epoch = epochIn(event);
    if (!epoch) return {};
    return text("cli.epoch", {{"epoch", epoch->epoch},
                              {"wall_ms", epoch->wall_ms},
                              {"train_loss", epoch->train_loss},
                              {"train_percent", 100 * epoch->train_accuracy},
                              {"valid_loss", epoch->valid_loss},
                              {"valid_percent", 100 * epoch->valid_accuracy}});
}

std::string outcomeLine(const ResultRecord& result, const Text& text) {
    if (const auto advice = rateAdviceOf(result)) return text.reason(advice->why);
    const auto trained = trainedOf(result);
    if (!trained) return {};
    return text("cli.trained", trainedArgs(*trained)) + " " + largestText(*trained, text) + " " +
           text.word("stopped_by", trained->stopped_by);
}

/// Returns the accuracy on the validation part while it trains; what is reported in the end is on
/// the test part.
std::string validatedSoFar(const ReportCell& cell, std::string_view metric, const Text& text) {
    const auto epochs = epochsOf(cell);
    if (metric != "test_accuracy" || epochs.empty()) return {};
    return text("results.validation", {{"share_percent", 100 * epochs.back().valid_accuracy}});
}

std::vector<std::string> weightsKept(const Params&, const ReportCell& cell, const Labels& labels) {
    const auto trained = trainedOf(cell.result);
    if (!trained) return {};
    std::vector<std::string> notes{labels.text()("results.tip_accuracy", trainedArgs(*trained)),
                                   largestText(*trained, labels.text())};
    std::erase(notes, std::string());
    return notes;
}

const char* whyUntimed(const Row& row) {
    return row.experiment == "training" ? "training.single_epoch" : "report.no_time";
}

std::vector<View::Table> furtherTables() {
    return {{"epochs", epochTable, true},
            {"confusion", confusionTable},
            {"recall", recallTable},
            {"predictions", predictionsTable, false, "predictions_none"}};
}

}  // namespace

std::vector<std::string> unusualParts(const Params& work, const Text& text) {
    std::vector<std::string> parts{shareName(work, text), seedName(work, text)};
    std::erase(parts, std::string());
    return parts;
}

const View& trainingView() {
    static const View view{.title = "training.title",
                           .layout = {.name = {{.axis = "model", .say = networkName},
                                               {.axis = "data", .say = inputName},
                                               {.axis = "batch", .say = batchName},
                                               {.axis = "train_share", .say = shareName},
                                               {.axis = "seed", .say = seedName}},
                                      .method = {{.say = machinesLine},
                                                 {"training.method_start", {}, isTrained},
                                                 {"training.method_epoch", {}, isTrained},
                                                 {"training.method_accuracy", {}, isTrained},
                                                 {"training.method_ratio", {}, isTrained},
                                                 {.say = planLine}}},
                           .table_answers = trainingAnswers,
                           .first_sections = trainingData,
                           .result_blocks = trainingResults,
                           .further_sections = trainingSections,
                           .own_finding = trainingFinding,
                           .agree = trainingsAgree,
                           .warnings = trainingWarnings,
                           .tables = furtherTables(),
                           .charts = trainingTabs(),
                           .lessons = {mlpLesson(), phasesLesson()},
                           .cards = trainingCards,
                           .columns = trainingColumns,
                           .add_json = addTrainings,
                           .time_unit = inSeconds(),
                           .own_parts = true,
                           .untimed = whyUntimed,
                           .cold_note = "training.cold_note",
                           .told = eventLine,
                           .outcome = outcomeLine,
                           .so_far = validatedSoFar,
                           .notes = weightsKept,
                           .plan_title = networksTitle,
                           .metrics = qualityMetrics};
    return view;
}

}  // namespace duelo
