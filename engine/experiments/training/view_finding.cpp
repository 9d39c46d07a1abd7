// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "experiments/training/view.h"
#include "experiments/training/view_amount.h"
#include "experiments/work_names.h"

namespace duelo {
namespace {

std::optional<double> testPercentOf(const ReportCell& cell) {
    const Metric* accuracy = cell.result.metric("test_accuracy");
    return accuracy ? std::optional(100 * accuracy->value) : std::nullopt;
}

/// With what tells it from the other cases of a sweep over amounts of data and seeds.
std::string caseText(const Params& work, const Labels& labels) {
    std::string out = workText(work, labels);
    for (const std::string& part : {sharePart(work, labels.text()), seedPart(work, labels.text())})
        if (!part.empty()) out += ", " + part;
    return out;
}

/// The rate that the chosen variant advises, else the first that any does.
Finding rateFinding(const Shown& shown, const Row& row, std::size_t r) {
    const Text& text = shown.labels.text();
    Finding finding{.headline = text("learning.headline_search"),
                    .detail = caseText(row.work, shown.labels),
                    .row = r};
    bool told = false;
    for (const ReportCell& cell : row.cells) {
        const std::size_t c = cell.column;
        const auto advice = rateAdviceOf(cell.result);
        if (!advice || (told && c != shown.column)) continue;
        told = true;
        finding.headline =
            advice->learning_rate
                ? text("learning.headline_rate",
                       {{"variant_name", shown.labels.spokenName(c)},
                        {"rate", formatSignificant(*advice->learning_rate, 2, text.numbers())}})
                : text("learning.headline_no_rate", {{"variant_name", shown.labels.spokenName(c)}});
        finding.detail = text.reason(advice->why);
    }
    return finding;
}

}  // namespace

Finding trainingFinding(const Shown& shown) {
    const Labels& labels = shown.labels;
    const Text& text = labels.text();
    const Row& row = *shown.chosenRow();
    const auto r = static_cast<std::size_t>(&row - shown.comparison.rows.data());
    if (row.experiment == "lr_finder") return rateFinding(shown, row, r);
    Finding finding = nothingFound(shown);
    std::vector<std::size_t> told;
    if (const ColumnRatio* ratio = shown.chosenRatio()) {
        told = {ratio->base, ratio->column};
        finding = findingOfPair(shown, r, *ratio, "answer.headline_training_", Json::object(),
                                caseText(row.work, labels));
    } else if (const auto alone = std::ranges::find_if(
                   row.cells,
                   [](const ReportCell& cell) { return testPercentOf(cell).has_value(); });
               alone != row.cells.end()) {
        told = {alone->column};
        finding = {.headline = text("answer.headline_training_alone",
                                    {{"variant_name", labels.spokenName(alone->column)},
                                     {"accuracy_percent", *testPercentOf(*alone)}}),
                   .detail = caseText(row.work, labels),
                   .row = r};
    }
    std::string accuracies;
    for (const std::size_t i : told)
        if (const auto percent = testPercentOf(row.cells[i]))
            accuracies += (accuracies.empty() ? "" : ", ") +
                          text("answer.detail_accuracy", {{"variant_name", labels.spokenName(i)},
                                                          {"accuracy_percent", *percent}});
    if (!accuracies.empty())
        finding.detail += " · " + text("answer.detail_accuracies", {{"list", accuracies}});
    return finding;
}

}  // namespace duelo
