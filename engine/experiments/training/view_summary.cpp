// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "experiments/training/view.h"

namespace duelo {

std::vector<std::string> TrainingView::answers() const {
    std::vector<std::string> out;
    for (std::size_t r = 0; r < m_c.rows.size(); ++r) {
        const Row& row = m_c.rows[r];
        if (row.experiment == "lr_finder")
            for (const ReportCell& cell : row.cells)
                if (auto advice = adviceSentence(row, cell)) out.push_back(std::move(*advice));
        if (row.experiment != "training") continue;
        if (std::string answer = trainingAnswer(r); !answer.empty())
            out.push_back(std::move(answer));
    }
    return out;
}

std::optional<std::string> TrainingView::adviceSentence(const Row& row,
                                                        const ReportCell& cell) const {
    const auto advice = cell.measured() ? rateAdviceOf(cell.result) : std::nullopt;
    if (!advice) return std::nullopt;
    Json args{{"case_name", caseName(row)},
              {"variant_name", spokenName(cell.column)},
              {"why", m_text.reason(advice->why)}};
    if (advice->learning_rate)
        args["rate"] = formatSignificant(*advice->learning_rate, 2, m_text.numbers());
    return t(advice->learning_rate ? "training.advice" : "training.no_advice", args);
}

std::string TrainingView::trainingAnswer(std::size_t r) const {
    const Row& row = m_c.rows[r];
    std::string out = t("training.answer_lead", {{"case_name", caseName(row)}});
    if (const ColumnRatio* ratio = speakingRatio(m_c, row)) {
        out += " " + epochSentence(row, *ratio);
    } else {
        const TrainingRow* alone = nullptr;
        for (const TrainingTable& table : m_training)
            for (const TrainingRow& one : table.rows)
                if (!alone && one.row == r) alone = &one;
        if (!alone) return {};
        out += " " + t("training.answer_alone", {{"variant_name", spokenName(alone->column)},
                                                 {"epochs", alone->epochs},
                                                 {"total_text", timeText(alone->total_ms)},
                                                 {"accuracy_percent", 100 * alone->test_accuracy},
                                                 {"low_percent", 100 * alone->test_ci95.low},
                                                 {"high_percent", 100 * alone->test_ci95.high}});
    }
    return out + targetSentence(r);
}

/// Who is faster per epoch, with the accuracies beside it (S4-16); never a ratio that is withheld.
std::string TrainingView::epochSentence(const Row& row, const ColumnRatio& ratio) const {
    const auto accuracyOf = [&](std::size_t column) {
        const Metric* accuracy = row.cells[column].result.metric("test_accuracy");
        return accuracy ? Json(100 * accuracy->value) : Json();
    };
    Json args{{"variant_name", spokenName(ratio.column)},
              {"base_name", spokenName(ratio.base)},
              {"variant_percent", accuracyOf(ratio.column)},
              {"base_percent", accuracyOf(ratio.base)}};
    for (const auto& [key, column] :
         {std::pair{"variant_text", ratio.column}, {"base_text", ratio.base}})
        if (const auto& summary = row.cells[column].result.summary) args[key] = timeText(*summary);
    if (const auto why = whyNoFactor(row, ratio)) args["why"] = m_text.reason(*why);
    if (!ratio.estimate) return t("training.answer_no_ratio", args);
    return verdictSentence("training.answer_", *ratio.estimate, std::move(args));
}

/// How long each took to the accuracy that all are asked for; not reaching it is a result.
std::string TrainingView::targetSentence(std::size_t r) const {
    for (const TrainingTable& table : m_training) {
        std::string list;
        for (const TrainingRow& one : table.rows) {
            if (one.row != r) continue;
            list += (list.empty() ? "" : "; ") +
                    (one.reached
                         ? t("training.target_time", {{"variant_name", spokenName(one.column)},
                                                      {"reached_text", timeText(one.reached->ms)},
                                                      {"updates", one.reached->updates}})
                         : t("training.target_missed", {{"variant_name", spokenName(one.column)}}));
        }
        if (!list.empty())
            return " " + t("training.answer_target",
                           {{"target_percent", 100 * table.target_accuracy}, {"list", list}});
    }
    return {};
}

/// Which trainings no target was derived from (S4-M04).
std::optional<std::string> TrainingView::collapsedNote(const TrainingTable& table) const {
    if (table.target_planned) return std::nullopt;
    std::string list;
    for (const TrainingRow& one : table.rows)
        if (one.collapsed)
            list += (list.empty() ? "" : "; ") + caseName(m_c.rows[one.row]) + ", " +
                    spokenName(one.column);
    if (list.empty()) return std::nullopt;
    const bool all = std::ranges::all_of(table.rows, &TrainingRow::collapsed);
    return t(all ? "training.all_collapsed" : "training.target_without", {{"list", list}});
}

}  // namespace duelo
