// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "experiments/training/view.h"
#include "experiments/training/view_amount.h"
#include "experiments/work_names.h"
#include "report/series_look.h"

namespace duelo {
namespace {

/// A matrix of more classes fits no page: the confusions that occur most stand instead.
constexpr std::size_t kMaxMatrix = 12;
constexpr std::size_t kMaxConfusions = 20;
constexpr std::size_t kMaxMistakes = 10;

std::string nameOf(const Trained& trained, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < trained.classes.size()
               ? trained.classes[static_cast<std::size_t>(index)]
               : "#" + std::to_string(index);
}

DocCell count(std::int64_t value, const Text& text) {
    const auto number = static_cast<double>(value);
    return {formatFixed(number, 0, text.numbers()), number, 0};
}

}  // namespace

DocSection TrainingView::trainingCurves() const {
    DocSection section{t("training.curves_heading"), {}, false};
    for (const Row& row : m_c.rows)
        if (row.experiment == "training")
            for (const CurveKind kind : {CurveKind::Loss, CurveKind::Accuracy})
                if (auto drawn = curves(row, kind)) section.blocks.emplace_back(std::move(*drawn));
    for (const TrainingSweep& sweep : trainingSweeps(m_c, m_training))
        section.blocks.emplace_back(sweepChart(sweep, m_c, *this));
    for (const AmountSweep& sweep : amountSweeps(m_c, m_training)) {
        if (auto chart = amountChart(sweep, m_c, *this))
            section.blocks.emplace_back(*std::move(chart));
        section.blocks.emplace_back(amountTable(sweep, section.blocks.size(), *this));
    }
    return section;
}

/// Training and validation of every variant, over the epochs; of many variants as many as have a
/// look of their own.
std::optional<LinesValue> TrainingView::curves(const Row& row, CurveKind kind) const {
    std::vector<Curve> drawn;
    for (const ReportCell& cell : row.cells)
        if (epochsOf(cell).size() > 1)  // one point is no curve
            drawn.push_back({columnName(cell.column), styleOf(m_c, cell.column), &cell});
    if (drawn.empty()) return std::nullopt;
    const std::size_t variants = drawn.size();
    drawn.resize(std::min(variants, kSeriesLooks.size()));
    LinesValue out = learningCurves(drawn, kind, m_text);
    out.title = t(kind == CurveKind::Accuracy ? "training.accuracy_chart" : "training.loss_chart",
                  {{"case_name", caseName(row)}});
    if (drawn.size() < variants)
        out.description +=
            " " + t("training.curves_cut", {{"shown", drawn.size()}, {"variants", variants}});
    return out;
}

/// The test: confusion matrix and mistakes. Variants that answered alike share theirs.
DocSection TrainingView::trainingTests() const {
    DocSection section{t("training.test_heading"), {}, false};
    std::size_t number = 0;
    for (const TrainingTable& table : m_training) {
        std::vector<Trained> all;
        for (const TrainingRow& one : table.rows) {
            const Row& row = m_c.rows[one.row];
            all.push_back(*trainedOf(row.cells[one.column].result, inputOf(row.work), m_text));
        }
        const auto allOf = [&](const TrainingRow& one) -> const Trained& {
            return all[static_cast<std::size_t>(&one - table.rows.data())];
        };
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const TrainingRow& one = table.rows[i];
            const Trained& trained = all[i];
            if (trained.confusion.empty()) continue;
            const auto alike = [&](const TrainingRow& other) {
                return other.row == one.row && allOf(other).confusion == trained.confusion &&
                       allOf(other).classes == trained.classes;
            };
            const auto first = std::ranges::find_if(table.rows, alike);
            if (first - table.rows.begin() != static_cast<std::ptrdiff_t>(i)) continue;
            std::string variants;
            for (const TrainingRow& other : table.rows)
                if (alike(other))
                    variants += (variants.empty() ? "" : "; ") + columnName(other.column);
            const std::string who = caseName(m_c.rows[one.row]) + " (" + variants + ")";
            const std::string suffix = "-" + std::to_string(++number);
            DocTable confusion =
                confusionTable(trained, t("training.confusion_title", {{"who", who}}));
            confusion.id += suffix;
            section.blocks.emplace_back(std::move(confusion));
            if (trained.mistakes.empty()) continue;
            DocTable mistakes = mistakeTable(trained, t("training.mistakes_title", {{"who", who}}));
            mistakes.id += suffix;
            section.blocks.emplace_back(std::move(mistakes));
        }
    }
    return section;
}

/// Rows: what it is. Columns: what the network said; both named in the table (S2-M09).
DocTable TrainingView::confusionTable(const Trained& trained, std::string title) const {
    DocTable out;
    out.id = "confusion";
    out.title = std::move(title);
    const std::size_t classes = trained.classes.size();
    std::int64_t right = 0, all = 0;
    struct Confusion {
        std::int64_t times;
        int truth, answer;
    };
    std::vector<Confusion> wrong;
    for (std::size_t r = 0; r < classes; ++r)
        for (std::size_t c = 0; c < classes; ++c) {
            const std::int64_t times = trained.confusion[r][c];
            all += times;
            if (r == c)
                right += times;
            else if (times > 0)
                wrong.push_back({times, static_cast<int>(r), static_cast<int>(c)});
        }
    if (classes <= kMaxMatrix) {
        out.columns = {t("training.confusion_axes")};
        for (std::size_t c = 0; c < classes; ++c)
            out.columns.push_back(
                t("training.said", {{"class_name", nameOf(trained, static_cast<int>(c))}}));
        out.numeric.assign(out.columns.size(), true);
        out.numeric[0] = false;
        for (std::size_t r = 0; r < classes; ++r) {
            out.rows.push_back(
                {words(t("training.is", {{"class_name", nameOf(trained, static_cast<int>(r))}}))});
            for (const std::int64_t times : trained.confusion[r])
                out.rows.back().push_back(count(times, m_text));
        }
        out.notes.push_back(t("training.confusion_note", {{"right", right}, {"all", all}}));
        return out;
    }
    out.columns = {t("training.column_truth"), t("training.column_answer"),
                   t("training.column_times")};
    out.numeric = {false, false, true};
    std::ranges::stable_sort(wrong, std::greater{}, &Confusion::times);
    wrong.resize(std::min(wrong.size(), kMaxConfusions));
    for (const Confusion& one : wrong)
        out.rows.push_back({words(nameOf(trained, one.truth)), words(nameOf(trained, one.answer)),
                            count(one.times, m_text)});
    out.notes.push_back(
        t("training.confusion_note_many", {{"right", right}, {"all", all}, {"classes", classes}}));
    return out;
}

DocTable TrainingView::mistakeTable(const Trained& trained, std::string title) const {
    DocTable out = trainingTableOf("mistakes", "training.mistakes_title",
                                   {"image", "truth", "answer", "probability"});
    out.title = std::move(title);
    out.numeric[2] = false;
    for (std::size_t i = 0; i < trained.mistakes.size() && i < kMaxMistakes; ++i) {
        const Mistake& mistake = trained.mistakes[i];
        const std::string source =
            mistake.source.empty() ? "#" + std::to_string(mistake.sample) : mistake.source;
        out.rows.push_back({words(visibleText(source)), words(nameOf(trained, mistake.truth)),
                            words(nameOf(trained, mistake.answer)), percent(mistake.probability)});
    }
    out.notes.push_back(t("training.mistakes_note"));
    return out;
}

/// Loss against rate, and the rate where it falls fastest (S2-10).
DocSection TrainingView::rateFinder() const {
    DocSection section{t("training.finder_heading"), {}, false};
    for (const Row& row : m_c.rows) {
        if (row.experiment != "lr_finder") continue;
        std::vector<Curve> drawn;
        std::string advice;
        for (const ReportCell& cell : row.cells) {
            if (const auto sentence = adviceSentence(row, cell))
                advice += (advice.empty() ? "" : " ") + *sentence;
            if (ratesOf(cell).size() > 1)
                drawn.push_back({columnName(cell.column), styleOf(m_c, cell.column), &cell});
        }
        LinesValue chart = rateCurves(drawn, m_text);
        chart.title = t("training.finder_chart", {{"case_name", caseName(row)}});
        chart.description = advice;
        if (!chart.series.empty()) section.blocks.emplace_back(std::move(chart));
    }
    return section;
}

}  // namespace duelo
