// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view.h"

#include "base/json_text.h"
#include "experiments/training/mlp_lesson.h"
#include "experiments/training/view_amount.h"
#include "experiments/training/view_charts.h"
#include "experiments/work_names.h"

namespace duelo {

namespace {

std::vector<std::string> trainingCaseParts(const Params& work, const Text& text) {
    std::vector<std::string> parts{networkName(work, text), inputName(work, text),
                                   batchName(work, text)};
    if (std::string part = sharePart(work, text); !part.empty()) parts.push_back(std::move(part));
    if (std::string part = seedPart(work, text); !part.empty()) parts.push_back(std::move(part));
    return parts;
}

std::string trainingShortName(const Params& work, const Text& text) {
    return progressName(work, inputName(work, text), text);
}

Json intervalOrNull(double low, const std::optional<double>& high) {
    return Json::array({finiteOrNull(low), high ? finiteOrNull(*high) : Json()});
}

Json trainingJson(const TrainingTable& table) {
    Json out{{"input", table.input},
             {"target_accuracy", table.target_accuracy},
             {"target_planned", table.target_planned},
             {"equal_updates", table.equal_updates},
             {"rows", Json::array()}};
    for (const TrainingRow& row : table.rows) {
        Json one{{"row", row.row},
                 {"column", row.column},
                 {"best_epoch", row.best_epoch},
                 {"collapsed", row.collapsed}};
        if (row.reached)
            one["to_target"] = {
                {"epoch", row.reached->epoch},
                {"updates", row.reached->updates},
                {"ms", finiteOrNull(row.reached->ms)},
                {"range_ms", intervalOrNull(row.reached->low_ms, row.reached->high_ms)}};
        if (row.at_updates) one["at_equal_updates_ms"] = finiteOrNull(row.at_updates->ms);
        if (row.at_updates && row.at_updates->valid_accuracy)
            one["at_equal_updates_accuracy"] = finiteOrNull(*row.at_updates->valid_accuracy);
        out["rows"].push_back(std::move(one));
    }
    return out;
}

void addTrainings(const Comparison& comparison, Json& report) {
    report["trainings"] = Json::array();
    for (const TrainingTable& table : trainingTables(comparison))
        report["trainings"].push_back(trainingJson(table));
}

View::Columns figuresOf(const Comparison& comparison) {
    return [tables = trainingTables(comparison)](long_table::Line& line, std::size_t r,
                                                 std::size_t column) {
        putTraining(line, trainingRowOf(tables, r, column));
    };
}

/// Of the validation part, while it trains; what is reported in the end is of the test part.
std::string validatedSoFar(const ReportCell& cell, std::string_view metric, const Text& text) {
    if (metric != "test_accuracy") return {};
    const auto epochs = epochsOf(cell);
    return epochs.empty() ? std::string()
                          : text("results.validation",
                                 {{"share_percent", 100 * epochs.back().valid_accuracy}});
}

std::vector<std::string> weightsKept(const Params&, const ReportCell& cell, const Labels& labels) {
    const Text& text = labels.text();
    const auto trained = trainedOf(cell.result);
    if (!trained) return {};
    return {text("results.tip_accuracy",
                 {{"epoch", trained->best_epoch}, {"epochs", trained->epochs}})};
}

}  // namespace

const View& trainingView() {
    static const View view{.title = "training.title",
                           .case_parts = trainingCaseParts,
                           .short_name = trainingShortName,
                           .finding = trainingFinding,
                           .answers = answersOf<TrainingView>,
                           .sections = sectionsOf<TrainingView>,
                           .agree = trainingsAgree,
                           .warnings = trainingWarnings,
                           .tables = {{"epochs", epochTable, true}, {"confusion", confusionTable}},
                           .charts = trainingTabs(),
                           .lessons = {mlpLesson()},
                           .cards = trainingCards,
                           .columns = figuresOf,
                           .add_json = addTrainings,
                           .time_unit = inSeconds(),
                           .own_parts = true,
                           .untimed =
                               [](const Row& row) {
                                   return row.experiment == "training" ? "training.single_epoch"
                                                                       : "report.no_time";
                               },
                           .cold_note = "training.cold_note",
                           .told = eventLine,
                           .outcome = outcomeLine,
                           .so_far = validatedSoFar,
                           .notes = weightsKept,
                           .plan_title = networksTitle};
    return view;
}

}  // namespace duelo
