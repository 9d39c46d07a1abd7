// SPDX-License-Identifier: Apache-2.0
// Curves, what the networks got wrong, and the finder.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "experiments/training/view.h"
#include "experiments/training/view_charts.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_sweeps.h"
#include "experiments/work_names.h"
#include "report/report_words.h"
#include "report/series_look.h"
#include "stats/statistics.h"

namespace duelo {

namespace {

/// A matrix of more classes fits no page: the confusions that occur most stand instead.
constexpr std::size_t kMaxMatrix = 12;
constexpr std::size_t kMaxConfusions = 20;
constexpr std::size_t kMaxMistakes = 10;
/// The classes that the table of recall shows where there are too many for a matrix: those of the
/// lowest recall.
constexpr std::size_t kMaxWorst = 10;

/// The standard deviation of a sample (n - 1); nothing of a single value.
std::optional<double> sampleDeviation(std::span<const double> values) {
    if (values.size() < 2) return std::nullopt;
    double sum = 0;
    for (const double value : values) sum += std::pow(value - mean(values), 2);
    return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

class TrainingTests : private ReportWords {
public:
    explicit TrainingTests(const Labels& labels)
        : ReportWords(labels), m_training(trainingTables(labels.comparison())) {}

    DocSection curves() const {
        DocSection section{t("training.curves_heading"), {}, false};
        for (const Row& row : m_c.rows)
            if (row.experiment == "training") addCurves(section, row);
        for (const TrainingSweep& sweep : trainingSweeps(m_c, m_training)) {
            if (auto chart = sweepChart(sweep, *this))
                section.blocks.emplace_back(*std::move(chart));
            if (sweep.over == TrainingSweep::Over::Amount)
                section.blocks.emplace_back(
                    amountTable(sweep, "amount-" + std::to_string(section.blocks.size())));
        }
        return section;
    }

    /// Confusion matrix and mistakes. Variants that answered alike share theirs.
    DocSection tests() const {
        DocSection section{t("training.test_heading"), {}, false};
        std::size_t number = 0;
        for (const TrainingTable& table : m_training) {
            std::vector<const TrainingRow*> told;
            for (const TrainingRow& one : table.rows) {
                const auto alike = [&](const TrainingRow& other) {
                    return other.row == one.row && other.confusion == one.confusion &&
                           other.classes == one.classes;
                };
                if (one.confusion.empty() ||
                    std::ranges::any_of(told, [&](const auto* other) { return alike(*other); }))
                    continue;
                told.push_back(&one);
                std::string variants;
                for (const TrainingRow& other : table.rows)
                    if (alike(other))
                        variants += (variants.empty() ? "" : "; ") + columnName(other.column);
                const Json who{{"who", caseName(m_c.rows[one.row]) + " (" + variants + ")"}};
                const std::string suffix = "-" + std::to_string(++number);
                Trained named = one;
                named.classes = classNames(one.classes, inputOf(m_c.rows[one.row].work), m_text);
                section.blocks.emplace_back(named.classes.size() <= kMaxMatrix
                                                ? matrix(named, "confusion" + suffix, who)
                                                : confusions(named, "confusion" + suffix, who));
                if (DocTable each = recalls(named, "recall" + suffix, who); !each.rows.empty())
                    section.blocks.emplace_back(std::move(each));
                if (!named.mistakes.empty())
                    section.blocks.emplace_back(mistakes(named, "mistakes" + suffix, who));
            }
        }
        return section;
    }

    /// Loss against rate, and the rate where it falls fastest (S2-10).
    DocSection rates() const {
        DocSection section{t("training.finder_heading"), {}, false};
        for (const Row& row : m_c.rows) {
            if (row.experiment != "lr_finder") continue;
            LinesValue chart = rateCurves(
                curvesOf(row), t("training.finder_chart", {{"case_name", caseName(row)}}), m_text);
            chart.description = adviceText(row);
            if (!chart.series.empty()) section.blocks.emplace_back(std::move(chart));
        }
        return section;
    }

private:
    /// The cells of a row with more than a single point.
    std::vector<Curve> curvesOf(const Row& row) const {
        std::vector<Curve> drawn;
        for (const ReportCell& cell : row.cells)
            if (std::max(epochsOf(cell).size(), ratesOf(cell).size()) > 1)
                drawn.push_back({columnName(cell.column), styleOf(m_c, cell.column), &cell});
        return drawn;
    }

    /// Training and validation of every variant, over the epochs; of many variants as many as have
    /// a look of their own.
    void addCurves(DocSection& section, const Row& row) const {
        std::vector<Curve> drawn = curvesOf(row);
        if (drawn.empty()) return;
        const std::size_t variants = drawn.size();
        drawn.resize(std::min(variants, kSeriesLooks.size()));
        for (const auto& [kind, title] : {std::pair{CurveKind::Loss, "training.loss_chart"},
                                          {CurveKind::Accuracy, "training.accuracy_chart"}}) {
            LinesValue chart =
                learningCurves(drawn, kind, t(title, {{"case_name", caseName(row)}}), m_text);
            if (drawn.size() < variants)
                chart.description += " " + t("training.curves_cut",
                                             {{"shown", drawn.size()}, {"variants", variants}});
            section.blocks.emplace_back(std::move(chart));
        }
    }

    /// A sweep over amounts in figures, with the standard deviation over the seeds.
    DocTable amountTable(const TrainingSweep& sweep, std::string id) const {
        DocTable out =
            emptyTable(std::move(id), t("training.amount_table", nameArgs(sweep.work, m_text)),
                       "training.amount_",
                       {"variant", "images", "starts", "mean", "deviation", "low", "high"});
        const auto inPercent = [&](std::optional<double> share) {
            return figure(share ? std::optional(100 * *share) : std::nullopt, 1);
        };
        for (const TrainingSweep::Line& line : sweep.lines)
            for (const TrainingSweep::Point& point : line.points) {
                const auto [low, high] = std::ranges::minmax(point.accuracies);
                out.rows.push_back({words(columnName(line.column)), figure(point.at, 0),
                                    whole(std::ssize(point.accuracies)),
                                    inPercent(point.accuracy()),
                                    inPercent(sampleDeviation(point.accuracies)), inPercent(low),
                                    inPercent(high)});
            }
        out.notes = {t("training.amount_note")};
        return out;
    }

    /// Returns the sentence below a table on how many answers were right.
    std::string rightOf(const Trained& trained, const char* key) const {
        std::int64_t right = 0, all = 0;
        for (std::size_t r = 0; r < trained.confusion.size(); ++r) {
            right += trained.confusion[r][r];
            for (const std::int64_t times : trained.confusion[r]) all += times;
        }
        return t(key, {{"right", right}, {"all", all}, {"classes", trained.classes.size()}});
    }

    /// Rows: what it is. Columns: what the network said; both named in the table (S2-M09).
    DocTable matrix(const Trained& trained, std::string id, const Json& who) const {
        DocTable out = emptyTable(std::move(id), t("training.confusion_title", who),
                                  "training.confusion_", {"axes"});
        for (const std::string& name : trained.classes)
            out.columns.push_back(t("training.said", {{"class_name", name}}));
        for (std::size_t r = 0; r < trained.confusion.size(); ++r) {
            out.rows.push_back({words(t("training.is", {{"class_name", trained.classes[r]}}))});
            for (const std::int64_t times : trained.confusion[r])
                out.rows.back().push_back(whole(times));
        }
        out.notes = {rightOf(trained, "training.confusion_note")};
        return out;
    }

    DocTable confusions(const Trained& trained, std::string id, const Json& who) const {
        DocTable out = emptyTable(std::move(id), t("training.confusion_title", who),
                                  kTrainingColumn, {"truth", "answer", "times"});
        for (std::size_t r = 0; r < trained.confusion.size(); ++r)
            for (std::size_t c = 0; c < trained.confusion.size(); ++c)
                if (r != c && trained.confusion[r][c] > 0)
                    out.rows.push_back({words(trained.classes[r]), words(trained.classes[c]),
                                        whole(trained.confusion[r][c])});
        std::ranges::stable_sort(out.rows, std::greater{},
                                 [](const auto& cells) { return *cells[2].value; });
        out.rows.resize(std::min(out.rows.size(), kMaxConfusions));
        out.notes = {rightOf(trained, "training.confusion_note_many")};
        return out;
    }

    /// Tells the recall of each class, of many that of the worst (Y-24).
    DocTable recalls(const Trained& trained, std::string id, const Json& who) const {
        DocTable out =
            emptyTable(std::move(id), t("training.recall_title", who), kTrainingColumn,
                       {"class", "test_images", "recognised", "recall", "said", "precision"});
        std::vector<ClassQuality> qualities = classQualities(trained);
        const std::size_t classes = qualities.size();
        if (classes > kMaxMatrix) {
            std::ranges::stable_sort(qualities, {}, &ClassQuality::recall);
            qualities.resize(kMaxWorst);
        }
        for (const ClassQuality& one : qualities)
            out.rows.push_back({words(trained.classes[one.index]), whole(one.images),
                                whole(one.right), percent(one.recall()), whole(one.said),
                                percent(one.precision())});
        out.notes = {t("training.recall_note")};
        if (classes > kMaxMatrix)
            out.notes.push_back(
                t("training.recall_note_many", {{"count", kMaxWorst}, {"classes", classes}}));
        return out;
    }

    DocTable mistakes(const Trained& trained, std::string id, const Json& who) const {
        DocTable out = emptyTable(std::move(id), t("training.mistakes_title", who), kTrainingColumn,
                                  {"image", "truth", "answer", "probability"});
        for (std::size_t i = 0; i < trained.mistakes.size() && i < kMaxMistakes; ++i) {
            const TestAnswer& mistake = trained.mistakes[i];
            out.rows.push_back({words(mistake.source.empty() ? "#" + std::to_string(mistake.sample)
                                                             : visibleText(mistake.source)),
                                words(trained.nameOf(mistake.truth)),
                                words(trained.nameOf(mistake.answer)),
                                percent(mistake.probability)});
        }
        out.notes = {t("training.mistakes_note")};
        return out;
    }

    std::string adviceText(const Row& row) const {
        std::string advice;
        for (const std::string& sentence : adviceOf(row, *this))
            advice += (advice.empty() ? "" : " ") + sentence;
        return advice;
    }

    const std::vector<TrainingTable> m_training;
};

}  // namespace

std::vector<DocSection> trainingSections(const Comparison&, const Labels& labels) {
    const TrainingTests tests(labels);
    return {tests.curves(), tests.tests(), tests.rates()};
}

}  // namespace duelo
