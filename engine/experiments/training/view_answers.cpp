// SPDX-License-Identifier: Apache-2.0
// What trainings and searches for a rate answer, in a sentence each.
#include <algorithm>
#include <utility>

#include "experiments/training/view.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_table.h"
#include "report/report_words.h"

namespace duelo {
namespace {

std::optional<double> testPercentOf(const ReportCell& cell) {
    const Metric* accuracy = cell.result.metric("test_accuracy");
    return accuracy ? std::optional(100 * accuracy->value) : std::nullopt;
}

/// The case, and what all variants have in common.
std::string caseText(const Row& row, const Labels& labels) {
    const std::string common = labels.commonText();
    return labels.caseName(row) + (common.empty() ? "" : ", ") + common;
}

/// The rate that the chosen variant advises, else the first that any does.
Finding rateFinding(const Shown& shown, const Row& row, std::size_t r) {
    const Text& text = shown.labels.text();
    Finding finding{.headline = text("learning.headline_search"),
                    .detail = caseText(row, shown.labels),
                    .row = r};
    bool told = false;
    for (const ReportCell& cell : row.cells) {
        const auto advice = rateAdviceOf(cell.result);
        if (!advice || (told && cell.column != shown.column)) continue;
        told = true;
        Json args{{"variant_name", shown.labels.spokenName(cell.column)}};
        if (advice->learning_rate)
            args["rate"] = formatSignificant(*advice->learning_rate, 2, text.numbers());
        finding.headline = text(
            advice->learning_rate ? "learning.headline_rate" : "learning.headline_no_rate", args);
        finding.detail = caseText(row, shown.labels) + " · " + text.reason(advice->why);
    }
    return finding;
}

/// Says of a training that has no result how far it came, and what an epoch took; nothing of one
/// that goes on, or that came to no epoch.
std::optional<Finding> cutFinding(const Shown& shown, const Row& row, std::size_t r) {
    const Text& text = shown.labels.text();
    const Spec* spec = shown.comparison.find(row.experiment);
    std::vector<EpochEvent> longest;
    for (const ReportCell& cell : row.cells)
        if (cell.status && *cell.status != Status::Done)
            if (auto epochs = epochsOf(cell); epochs.size() > longest.size())
                longest = std::move(epochs);
    if (longest.empty() || !spec || !spec->steps) return std::nullopt;
    // The first one warms what the later ones find.
    const std::size_t first = longest.size() > 1 ? 1 : 0;
    std::vector<double> epochs_ms;
    for (std::size_t i = first; i < longest.size(); ++i) epochs_ms.push_back(longest[i].wall_ms);
    return Finding{
        .headline = text("answer.headline_training_cut",
                         {{"done", longest.back().epoch}, {"total", spec->steps(row.work).count}}),
        .detail = caseText(row, shown.labels) + " · " +
                  text("answer.detail_epoch", {{"time", shown.labels.timeText(median(epochs_ms))}}),
        .row = r};
}

class TrainingAnswers : private ReportWords {
public:
    explicit TrainingAnswers(const Labels& labels)
        : ReportWords(labels), m_training(trainingTables(labels.comparison())) {}

    std::string of(std::size_t r) const {
        const Row& row = m_c.rows[r];
        std::string out = t("training.answer_lead", {{"case_name", caseName(row)}}) + " ";
        if (const ColumnRatio* ratio = speakingRatio(m_c, row)) {
            out += pair(row, *ratio);
        } else if (const TrainingRow* alone = trainingRowOf(m_training, r)) {
            Json args = trainedArgs(*alone);
            args.update({{"variant_name", spokenName(alone->column)},
                         {"total_text", timeText(alone->epochs_ms)}});
            out += t("training.answer_alone", args);
        } else {
            return {};
        }
        out += target(r);
        const std::string largest = largestText(m_training, r, *this);
        return largest.empty() ? out : out + " " + largest;
    }

private:
    /// Returns which of a pair is faster per epoch, with the accuracies beside it (S4-16); never a
    /// ratio that is withheld.
    std::string pair(const Row& row, const ColumnRatio& ratio) const {
        Json args;
        for (const auto& [side, column] :
             {std::pair{"variant", ratio.column}, {"base", ratio.base}}) {
            const ReportCell& cell = row.cells[column];
            const auto accuracy = testPercentOf(cell);
            const std::string name = side;
            args[name + "_name"] = spokenName(column);
            args[name + "_percent"] = accuracy ? Json(*accuracy) : Json();
            if (cell.result.summary) args[name + "_text"] = timeText(*cell.result.summary);
        }
        if (const auto why = whyNoFactor(row, ratio)) args["why"] = m_text.reason(*why);
        if (!ratio.estimate) return t("training.answer_no_ratio", args);
        return verdictSentence("training.answer_", *ratio.estimate, std::move(args));
    }

    /// Returns the time of each training to the accuracy that all are asked for; not reaching it is
    /// a result.
    std::string target(std::size_t r) const {
        for (const TrainingTable& table : m_training) {
            std::string list;
            for (const TrainingRow& one : table.rows) {
                if (one.row != r) continue;
                Json args{{"variant_name", spokenName(one.column)}};
                if (one.reached)
                    args.update({{"reached_text", timeText(one.reached->ms)},
                                 {"updates", one.reached->updates}});
                list += (list.empty() ? "" : "; ") +
                        t(one.reached ? "training.target_time" : "training.target_missed", args);
            }
            if (!list.empty())
                return " " + t("training.answer_target",
                               {{"target_percent", 100 * table.target_accuracy}, {"list", list}});
        }
        return {};
    }

    const std::vector<TrainingTable> m_training;
};

}  // namespace

std::vector<std::string> adviceOf(const Row& row, const Labels& labels) {
    const Text& text = labels.text();
    std::vector<std::string> sentences;
    for (const ReportCell& cell : row.cells) {
        const auto advice = cell.measured() ? rateAdviceOf(cell.result) : std::nullopt;
        if (!advice) continue;
        Json args{{"case_name", labels.caseName(row)},
                  {"variant_name", labels.spokenName(cell.column)},
                  {"why", text.reason(advice->why)}};
        if (advice->learning_rate)
            args["rate"] = formatSignificant(*advice->learning_rate, 2, text.numbers());
        sentences.push_back(
            text(advice->learning_rate ? "training.advice" : "training.no_advice", args));
    }
    return sentences;
}

std::vector<std::string> trainingAnswers(const Shown& shown) {
    const TrainingAnswers answers(shown.labels);
    std::vector<std::string> out;
    for (const std::size_t r : shown.rows()) {
        const Row& row = shown.comparison.rows[r];
        if (row.experiment == "lr_finder") {
            // The first of all is the finding.
            std::vector<std::string> advice = adviceOf(row, shown.labels);
            if (r == shown.rows().front() && !advice.empty()) advice.erase(advice.begin());
            std::ranges::move(advice, std::back_inserter(out));
        } else if (std::string answer = answers.of(r); !answer.empty()) {
            out.push_back(std::move(answer));
        }
    }
    return out;
}

std::optional<Finding> trainingFinding(const Shown& shown) {
    const Labels& labels = shown.labels;
    const Text& text = labels.text();
    const Row& row = *shown.chosenRow();
    const auto r = static_cast<std::size_t>(&row - shown.comparison.rows.data());
    if (row.experiment == "lr_finder") return rateFinding(shown, row, r);
    std::optional<Finding> finding;
    std::vector<std::size_t> told;
    if (const ColumnRatio* ratio = shown.chosenRatio()) {
        told = {ratio->base, ratio->column};
        finding = findingOfPair(shown, r, *ratio, "answer.headline_training_", Json::object(),
                                caseText(row, labels));
    } else if (const auto alone = std::ranges::find_if(
                   row.cells,
                   [](const ReportCell& cell) { return testPercentOf(cell).has_value(); });
               alone != row.cells.end()) {
        told = {alone->column};
        const auto trained = trainedOf(alone->result);
        const bool learnt = !trained || !isNoBetterThanLargest(*trained);
        finding = {.headline = text(learnt ? "answer.headline_training_alone"
                                           : "answer.headline_training_largest",
                                    {{"variant_name", labels.spokenName(alone->column)},
                                     {"accuracy_percent", *testPercentOf(*alone)}}),
                   .detail = caseText(row, labels),
                   .row = r};
    } else {
        return cutFinding(shown, row, r);
    }
    std::string accuracies;
    for (const std::size_t i : told)
        if (const auto percent = testPercentOf(row.cells[i]))
            accuracies += (accuracies.empty() ? "" : ", ") +
                          text("answer.detail_accuracy", {{"variant_name", labels.spokenName(i)},
                                                          {"accuracy_percent", *percent}});
    if (const Metric* largest =
            told.empty() ? nullptr : row.cells[told.front()].result.metric("majority_accuracy"))
        accuracies +=
            ", " + text("answer.detail_largest", {{"majority_percent", 100 * largest->value}});
    if (!accuracies.empty())
        finding->detail += " · " + text("answer.detail_accuracies", {{"list", accuracies}});
    return finding;
}

}  // namespace duelo
