// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>

#include "experiments/training/view.h"

namespace duelo {
namespace {

/// A matrix of more classes fits no page: the confusions that occur most stand instead.
constexpr std::size_t kMaxMatrix = 12;
constexpr std::size_t kMaxConfusions = 20;
constexpr std::size_t kMaxMistakes = 10;
/// Longer curves are thinned for a drawing; the table of epochs has all.
constexpr std::size_t kMaxPoints = 200;
/// Lines that a legend can name and leave room for; validation comes before training.
constexpr std::size_t kMaxCurves = 6;

std::string nameOf(const Trained& trained, int index) {
    return index >= 0 && static_cast<std::size_t>(index) < trained.classes.size()
               ? visibleText(trained.classes[static_cast<std::size_t>(index)])
               : "#" + std::to_string(index);
}

DocCell count(std::int64_t value) {
    return {std::to_string(value), static_cast<double>(value), 0, false};
}

}  // namespace

DocSection TrainingView::trainingCurves() const {
    DocSection section{t("training.curves_heading"), {}, false};
    for (const Row& row : m_c.rows)
        if (row.experiment == "training")
            for (const bool accuracy : {false, true})
                if (auto drawn = curves(row, accuracy))
                    section.blocks.emplace_back(std::move(*drawn));
    for (const TrainingSweep& sweep : trainingSweeps(m_c, m_training))
        section.blocks.emplace_back(sweepChart(sweep));
    return section;
}

/// Time of an epoch over what is swept (S4-20, S4-26); the table of epochs has every variant.
DocChart TrainingView::sweepChart(const TrainingSweep& sweep) const {
    const SweepWords words = sweepWords(sweep, *this);
    DocChart out{.title = words.title,
                 .x_title = words.x_title,
                 .y_title = words.y_title,
                 .x_unit = "",
                 .series = {},
                 .description = words.description};
    double low_ms = HUGE_VAL, high_ms = 0;
    for (const TrainingSweep::Line& line : sweep.lines) {
        if (out.series.size() == kMaxCurves) break;
        const bool cpu = deviceOf(m_c.columns[line.column].variant) == Device::Cpu;
        DocChart::Series series{
            columnName(line.column), cpu ? DocChart::Marker::Circle : DocChart::Marker::Cross, {}};
        for (const TrainingSweep::Point& point : line.points) {
            series.points.emplace_back(point.at, point.epoch_ms / 1000);
            series.notes.push_back(
                t("training.point_accuracy", {{"accuracy_percent", 100 * point.test_accuracy}}));
            low_ms = std::min(low_ms, point.epoch_ms);
            high_ms = std::max(high_ms, point.epoch_ms);
        }
        out.series.push_back(std::move(series));
    }
    out.log_y = high_ms / low_ms >= kLogSpan;
    if (out.log_y) out.description += " " + t("report.chart_log");
    if (out.series.size() < sweep.lines.size())
        out.description += " " + t("training.curves_cut", {{"shown", out.series.size()},
                                                           {"variants", sweep.lines.size()}});
    return out;
}

/// Training and validation of every variant, over the epochs.
std::optional<DocChart> TrainingView::curves(const Row& row, bool accuracy) const {
    DocChart out;
    out.title = t(accuracy ? "training.accuracy_chart" : "training.loss_chart",
                  {{"case_name", caseName(row.work)}});
    out.x_title = t("training.column_epoch");
    out.y_title = t(accuracy ? "training.accuracy_axis" : "training.loss_axis");
    out.x_unit.clear();
    out.y_unit = accuracy ? " %" : "";
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        if (epochsOf(row.cells[i]).size() > 1) drawn.push_back(i);  // one point is no curve
    const std::size_t variants = drawn.size();
    const bool both = 2 * variants <= kMaxCurves;
    drawn.resize(std::min(variants, kMaxCurves));
    for (const std::size_t i : drawn) {
        const std::vector<EpochEvent> epochs = epochsOf(row.cells[i]);
        const bool cpu = deviceOf(m_c.columns[i].variant) == Device::Cpu;
        const std::size_t step = (epochs.size() + kMaxPoints - 1) / kMaxPoints;
        for (const bool validation : {false, true}) {
            if (!validation && !both) continue;
            DocChart::Series series{
                t(validation ? "training.curve_validation" : "training.curve_train",
                  {{"variant_name", columnName(i)}}),
                cpu ? DocChart::Marker::Circle : DocChart::Marker::Cross,
                {}};
            for (std::size_t k = 0; k < epochs.size(); ++k) {
                if (k % step != 0 && k + 1 != epochs.size()) continue;
                const EpochEvent& epoch = epochs[k];
                const double value =
                    accuracy ? 100 * (validation ? epoch.valid_accuracy : epoch.train_accuracy)
                             : (validation ? epoch.valid_loss : epoch.train_loss);
                if (std::isfinite(value)) series.points.emplace_back(epoch.epoch, value);
            }
            if (series.points.empty()) continue;
            out.description += (out.description.empty() ? "" : "; ") + series.name + ": " +
                               formatSignificant(series.points.back().second, 3, m_text.numbers()) +
                               out.y_unit;
            out.series.push_back(std::move(series));
        }
    }
    if (out.series.empty()) return std::nullopt;
    out.description = t("training.curve_ends", {{"list", out.description}});
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
        for (const TrainingRow& one : table.rows)
            all.push_back(*trainedOf(m_c.rows[one.row].cells[one.column].result));
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
            const std::string who = caseName(m_c.rows[one.row].work) + " (" + variants + ")";
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
                out.rows.back().push_back(count(times));
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
                            count(one.times)});
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
        DocChart chart;
        chart.title = t("training.finder_chart", {{"case_name", caseName(row.work)}});
        chart.x_title = columnTitle(m_text, row.experiment, "learning_rate");
        chart.y_title = t("training.smoothed_axis");
        chart.x_unit.clear();
        chart.y_unit.clear();
        chart.log_x = true;
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (const auto advice = adviceSentence(row, i))
                chart.description += (chart.description.empty() ? "" : " ") + *advice;
            const bool cpu = deviceOf(m_c.columns[i].variant) == Device::Cpu;
            DocChart::Series series{
                columnName(i), cpu ? DocChart::Marker::Circle : DocChart::Marker::Cross, {}};
            for (const RateEvent& rate : ratesOf(row.cells[i]))
                if (rate.learning_rate > 0 && std::isfinite(rate.smoothed_loss))
                    series.points.emplace_back(rate.learning_rate, rate.smoothed_loss);
            if (series.points.size() > 1) chart.series.push_back(std::move(series));
        }
        if (!chart.series.empty()) section.blocks.emplace_back(std::move(chart));
    }
    return section;
}

}  // namespace duelo
