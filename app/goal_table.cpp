// SPDX-License-Identifier: Apache-2.0
#include "goal_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "report/report_words.h"

namespace duelo {

namespace {

std::optional<std::size_t> columnWith(const Comparison& comparison, const Params& variant) {
    const auto found = std::ranges::find_if(comparison.columns, [&](const Column& column) {
        return includes(column.variant, variant);
    });
    if (found == comparison.columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - comparison.columns.begin());
}

/// Returns the row of a goal. Of several batches it is the one with the highest rate of the
/// candidate among those with both times, else the first, which says what is lacking. Null: the
/// goal is in no row.
const Row* rowOf(const Goal& goal, const Comparison& comparison, std::size_t base,
                 std::size_t column) {
    const Row* best = nullptr;
    double most = -1;
    for (const Row& row : comparison.rows) {
        const ReportCell &a = row.cells[base], &b = row.cells[column];
        // Another plan of the file may have the same work, done in other ways.
        if (row.experiment != goal.experiment || !includes(row.work, goal.work) ||
            (a.id.empty() && b.id.empty()))
            continue;
        const Metric* rate = a.timed() && b.timed() ? b.result.metric("throughput") : nullptr;
        const double value = rate != nullptr ? rate->value : 0;
        if (value <= most) continue;
        most = value;
        best = &row;
    }
    return best;
}

void answerBy(GoalAnswer& answer, const Comparison& comparison) {
    const Goal& goal = *answer.goal;
    const auto base = columnWith(comparison, goal.base);
    const auto column = columnWith(comparison, answer.candidate);
    if (base && column) answer.row = rowOf(goal, comparison, *base, *column);
    if (answer.row == nullptr) {
        answer.why = Reason{"not_measured_absent"};
        return;
    }
    for (const std::size_t side : {*base, *column})
        if (const ReportCell& cell = answer.row->cells[side]; !cell.timed()) {
            answer.why = cell.reason.value_or(Reason{"not_measured_no_figure"});
            answer.status = cell.status;
            return;
        }
    answer.ratio = ratioOf(comparison, *answer.row, *base, *column);
}

class GoalTable : private ReportWords {
public:
    GoalTable(const Comparison& comparison, const ReportOptions& options)
        : ReportWords(comparison, options) {}

    [[nodiscard]] DocTable table(std::span<const GoalAnswer> answers) const {
        DocTable out;
        out.id = "goals";
        out.title = t("bench.title");
        out.columns = {t("bench.column_goal"),   t("report.column_case"),
                       t("report.column_base"),  t("report.column_variant"),
                       t("report.column_ratio"), t("report.column_interval"),
                       t("bench.column_target"), t("report.column_verdict")};
        out.numeric = {false, false, false, false, true, false, true, false};
        out.notes = {t("bench.note"), t("report.ratio_note")};
        for (const GoalAnswer& answer : answers) out.rows.push_back(line(answer, out.notes));
        return out;
    }

private:
    [[nodiscard]] std::vector<DocCell> line(const GoalAnswer& answer,
                                            std::vector<std::string>& notes) const {
        const Goal& goal = *answer.goal;
        std::vector<DocCell> cells{words(goal.id)};
        if (answer.candidate.empty()) {
            cells.insert(cells.end(),
                         {words(m_text.word("goal", goal.id)), words("–"), words("–")});
        } else {
            const Spec* spec = m_c.find(goal.experiment);
            cells.insert(
                cells.end(),
                {words(answer.row ? caseName(*answer.row) : shortName(spec, goal.work, m_text)),
                 words(wayName(*spec, goal.base)), words(wayName(*spec, answer.candidate))});
        }
        std::vector<DocCell> told;
        if (answer.ratio)
            addRatio(told, notes, *answer.row, *answer.ratio);
        else
            told = {words("–"), words("–"),
                    words(answer.why ? causeText(*answer.why, answer.status)
                                     : m_text.word("lack", goal.lack))};
        told.insert(std::prev(told.end()), target(answer));
        cells.insert(cells.end(), told.begin(), told.end());
        return cells;
    }

    /// All values are words. Of what was not measured the comparison knows no axes.
    [[nodiscard]] std::string wayName(const Spec& spec, const Params& way) const {
        std::vector<std::string> names;
        for (const Axis& axis : spec.axes)
            if (way.has(axis.id)) names.push_back(m_text.word(axis.id, way.text(axis.id)));
        return commaJoined(names);
    }

    [[nodiscard]] DocCell target(const GoalAnswer& answer) const {
        const double target = answer.goal->target;
        if (!(target > 0)) return words("–");
        const std::string least = "≥ " + formatSignificant(target, 2, m_text.numbers());
        const auto is_reached = reached(answer);
        if (!is_reached) return words(least);
        return words(least + ", " + t(*is_reached ? "bench.reached" : "bench.missed"));
    }
};

}  // namespace

std::optional<bool> reached(const GoalAnswer& answer) {
    const double target = answer.goal->target;
    if (!(target > 0) || !answer.ratio || !answer.ratio->givesFactor()) return std::nullopt;
    const auto& ci95 = answer.ratio->estimate->ci95;
    if (!ci95 || (ci95->low < target && ci95->high >= target)) return std::nullopt;
    return ci95->low >= target;
}

std::vector<GoalAnswer> goalAnswers(std::span<const Goal> goals, const Comparison& comparison,
                                    const std::optional<Reason>& no_gpu) {
    std::vector<GoalAnswer> answers;
    for (const Goal& goal : goals) {
        GoalAnswer& answer = answers.emplace_back(GoalAnswer{.goal = &goal});
        const Params* candidate = candidateOf(goal, comparison.find);
        if (candidate == nullptr) continue;
        answer.candidate = *candidate;
        answerBy(answer, comparison);
        // A file may be gone on with where there is none.
        if (no_gpu && !answer.ratio && deviceOf(goal.base).isGpu()) {
            answer.why = no_gpu;
            answer.status.reset();
        }
    }
    return answers;
}

Document goalDocument(std::span<const GoalAnswer> answers, const Comparison& comparison,
                      const std::optional<Reason>& no_gpu, const Text& text) {
    const ReportOptions options{.language = text.language(), .numbers = text.numbers()};
    DocTable table = GoalTable(comparison, options).table(answers);
    if (no_gpu) table.notes.push_back(text("cli.probe_no_gpu", {{"why", text.reason(*no_gpu)}}));
    return {.language = text.language(),
            .numbers = text.numbers(),
            .sections = {{.blocks = {std::move(table)}}}};
}

Json toJson(const GoalAnswer& answer) {
    const Goal& goal = *answer.goal;
    Json line{{"r", "goal"}, {"goal", goal.id}};
    if (goal.target > 0) line["target"] = goal.target;
    if (!goal.lack.empty()) line["reason"] = goal.lack;
    if (answer.candidate.empty()) return line;
    line["experiment"] = goal.experiment;
    Params work = goal.work;
    if (answer.row != nullptr && !goal.batches.empty())
        work.set("batch", answer.row->work.at("batch"));
    line["case"] = work.json();
    line["base"] = goal.base.json();
    line["variant"] = answer.candidate.json();
    if (answer.why) line["reason"] = answer.why->code;
    if (!answer.ratio) return line;
    if (answer.ratio->reason) line["reason"] = answer.ratio->reason->code;
    if (!answer.ratio->estimate) return line;
    const RatioEstimate& estimate = *answer.ratio->estimate;
    line["verdict"] = verdictName(estimate.verdict);
    if (!estimate.givesFactor()) return line;
    line["ratio"] = estimate.ratio;
    if (estimate.ci95) line["ci95"] = {estimate.ci95->low, estimate.ci95->high};
    if (const auto is_reached = reached(answer)) line["reached"] = *is_reached;
    return line;
}

}  // namespace duelo
