// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_charts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "experiments/training/epoch_parts.h"
#include "experiments/training/events.h"
#include "experiments/training/view.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_sweeps.h"
#include "experiments/work_names.h"
#include "report/parts_chart.h"
#include "report/series_look.h"

namespace duelo {
namespace {

struct Measured {
    double train = 0, validation = 0;
};

Measured measuredIn(const EpochEvent& epoch, CurveKind kind) {
    if (kind == CurveKind::Loss) return {epoch.train_loss, epoch.valid_loss};
    return {100 * epoch.train_accuracy, 100 * epoch.valid_accuracy};
}

std::string lastInWords(const Curve& curve, const EpochEvent& last, CurveKind kind,
                        const Text& text) {
    const auto told = [&](double number) {
        return kind == CurveKind::Loss ? formatSignificant(number, 3, text.numbers())
                                       : formatFixed(number, 1, text.numbers()) + " %";
    };
    const Measured value = measuredIn(last, kind);
    return text("learning.curve_words", {{"name", curve.name},
                                         {"epochs", last.epoch},
                                         {"train", told(value.train)},
                                         {"validation", told(value.validation)}});
}

/// From below the lowest smoothed loss of any curve to somewhat above where they start.
Interval tellingLosses(const std::vector<Curve>& curves) {
    constexpr double kMarginOfFall = 0.2, kLeastMargin = 0.05;
    double lowest = HUGE_VAL, start = 0;
    for (const Curve& curve : curves) {
        const std::vector<RateEvent> rates = ratesOf(*curve.cell);
        for (const RateEvent& rate : rates) lowest = std::min(lowest, rate.smoothed_loss);
        if (!rates.empty()) start = std::max(start, rates.front().smoothed_loss);
    }
    const double margin = std::max(kMarginOfFall * (start - lowest), kLeastMargin * start);
    return {std::max(0.0, lowest - margin), start + margin};
}

void addSentence(std::string& description, const std::string& sentence) {
    description += (description.empty() ? "" : " ") + sentence;
}

/// Adds a full line, and one below it that is dashed. `point` makes of an item its x and both y.
template <typename Item, typename Point>
void addPair(LinesValue& out, const Curve& curve, const std::vector<Item>& items,
             const Point& point) {
    LinesValue::Series full{curve.name, curve.style}, dashed{curve.name, curve.style, {}, true};
    for (const Item& item : items) {
        const auto [x, y, beside] = point(item);
        full.points.push_back({.x = x, .y = y, .cell = curve.place()});
        dashed.points.push_back({.x = x, .y = beside, .cell = curve.place()});
    }
    out.series.push_back(std::move(dashed));
    out.series.push_back(std::move(full));
}

/// Grey, with a marker and a dash that no curve of a few has.
constexpr int kLargestStyle = 2 * static_cast<int>(kSeriesLooks.size()) - 1;

/// Adds a line of what always saying the largest class of the validation part would score, from the
/// first epoch to the last: one for each share, however many curves have it (Y-24).
void addLargest(LinesValue& out, const std::vector<Curve>& curves, const Text& text) {
    std::map<double, Interval> epochs;  // of a share the first and the last
    for (const Curve& curve : curves) {
        const auto data = dataOf(*curve.cell);
        const std::vector<EpochEvent> course = epochsOf(*curve.cell);
        if (!data || course.empty()) continue;
        const auto share = largestShare(data->validation);
        if (!share) continue;
        const Interval span{static_cast<double>(course.front().epoch),
                            static_cast<double>(course.back().epoch)};
        Interval& known = epochs.try_emplace(*share, span).first->second;
        known = {std::min(known.low, span.low), std::max(known.high, span.high)};
    }
    for (const auto& [share, span] : epochs) {
        LinesValue::Series line{text("training.largest_line"), kLargestStyle, {}, true};
        line.points.push_back({.x = span.low, .y = 100 * share});
        if (span.high > span.low) line.points.push_back({.x = span.high, .y = 100 * share});
        out.series.push_back(std::move(line));
        addSentence(out.description,
                    text("training.largest_words", {{"majority_percent", 100 * share}}));
    }
}

constexpr std::size_t kFewCells = kSeriesLooks.size();

bool hasCurve(const ReportCell& cell) {
    return !epochsOf(cell).empty() || !ratesOf(cell).empty() || !cell.result.output.empty();
}

std::string cellName(const Params& work, std::size_t column, const std::set<std::string>& models,
                     const std::set<std::int64_t>& batches, const Labels& labels) {
    std::string name = labels.columnName(column);
    if (batches.size() > 1) name += ", " + batchName(work, labels.text());
    if (models.size() > 1) name = networkName(work, labels.text()) + ", " + name;
    for (const std::string& part : unusualParts(work, labels.text())) name += ", " + part;
    return name;
}

/// The last epoch of what is being trained, if there is one: the axis does not grow with each.
std::vector<double> epochsToCome(const Shown& shown) {
    std::vector<double> last;
    for (const TrainedCell& cell : trainedCells(shown)) {
        const Row& row = shown.comparison.rows[cell.row];
        const Spec* spec = shown.comparison.find(row.experiment);
        if (!shown.isLive() || cell.cell->status || !spec || !spec->steps) continue;
        if (const Steps steps = spec->steps(row.work); steps.count > 0 && !steps.may_end_early)
            last.push_back(steps.count);
    }
    return last;
}

std::vector<Curve> curvesOf(const Shown& shown) {
    const std::vector<TrainedCell> cells = trainedCells(shown);
    return {cells.begin(), cells.end()};
}

ChartValue curveChart(const Shown& shown, CurveKind kind, const char* title) {
    const Text& text = shown.labels.text();
    LinesValue chart = learningCurves(curvesOf(shown), kind, text(title), text);
    chart.awaited_x = epochsToCome(shown);
    return chart;
}

/// Puts what the run sweeps behind a chart (S4-20, S4-26, X-17, X-18).
std::vector<ChartValue> withSweeps(ChartValue first, const Shown& shown, bool of_amounts) {
    std::vector<ChartValue> charts{std::move(first)};
    for (const TrainingSweep& sweep :
         trainingSweeps(shown.comparison, trainingTables(shown.comparison)))
        if ((sweep.over == TrainingSweep::Over::Amount) == of_amounts)
            if (auto chart = sweepChart(sweep, shown.labels))
                charts.emplace_back(*std::move(chart));
    return charts;
}

std::vector<ChartValue> accuracyCharts(const Shown& shown) {
    return withSweeps(curveChart(shown, CurveKind::Accuracy, "learning.accuracy_title"), shown,
                      true);
}

std::vector<ChartValue> lossCharts(const Shown& shown) {
    return {curveChart(shown, CurveKind::Loss, "learning.loss_title")};
}

/// Makes bars of the parts of each cell's median epoch (S2-M06); the first epoch counts only while
/// it is alone.
BarsValue epochBars(const Shown& shown) {
    const Text& text = shown.labels.text();
    BarsValue out{.title = text("learning.epoch_parts_title")};
    for (const TrainedCell& cell : trainedCells(shown)) {
        const std::vector<EpochEvent> epochs = epochsOf(*cell.cell);
        if (epochs.empty()) continue;
        const BarsValue parts = breakdownOf(epochParts(epochs), text);
        if (parts.bars.empty()) continue;
        BarsValue::Bar bar = parts.bars.front();
        double epoch_ms = 0, batch_ms = 0;
        for (const BarsValue::Part& part : bar.parts) {
            epoch_ms += part.ms;
            if (part.id != "evaluation") batch_ms += part.ms / updatesPerEpoch(epochs);
        }
        bar.name = cell.name;
        bar.text =
            text("training.epoch_and_batch", {{"epoch_text", shown.labels.timeText(epoch_ms)},
                                              {"batch_text", shown.labels.timeText(batch_ms)}});
        bar.final = cell.cell->status.has_value() || !shown.isLive();
        bar.cell = cell.place();
        out.description += bar.name + ", " + bar.text + ": " + parts.description;
        out.bars.push_back(std::move(bar));
    }
    return out;
}

std::vector<ChartValue> epochCharts(const Shown& shown) {
    return withSweeps(epochBars(shown), shown, false);
}

std::vector<ChartValue> rateCharts(const Shown& shown) {
    const Text& text = shown.labels.text();
    return {rateCurves(curvesOf(shown), text("learning.rates_title"), text)};
}

}  // namespace

LinesValue learningCurves(const std::vector<Curve>& curves, CurveKind kind, std::string title,
                          const Text& text) {
    const bool loss = kind == CurveKind::Loss;
    LinesValue out{.title = std::move(title),
                   .x_title = text("training.column_epoch"),
                   .y_title = text(loss ? "training.loss_axis" : "training.accuracy_axis"),
                   .y_unit = loss ? "" : " %",
                   .full_name = text("training.column_train"),
                   .dashed_name = text("training.column_validation")};
    if (!loss) out.y_range = Interval{0, 100};
    for (const Curve& curve : curves) {
        const std::vector<EpochEvent> epochs = epochsOf(*curve.cell);
        if (epochs.empty()) continue;
        addPair(out, curve, epochs, [&](const EpochEvent& epoch) {
            const Measured value = measuredIn(epoch, kind);
            return std::tuple(static_cast<double>(epoch.epoch), value.train, value.validation);
        });
        out.series[out.series.size() - 2].marked = true;
        addSentence(out.description, lastInWords(curve, epochs.back(), kind, text));
    }
    if (!loss) addLargest(out, curves, text);
    return out;
}

LinesValue rateCurves(const std::vector<Curve>& curves, std::string title, const Text& text) {
    LinesValue out{.title = std::move(title),
                   .x_title = columnTitle(text, "lr_finder", "learning_rate"),
                   .y_title = text("training.loss_axis"),
                   .full_name = text("learning.smoothed"),
                   .dashed_name = text("learning.raw"),
                   .log_x = true};
    const Interval telling = tellingLosses(curves);
    // A gap: at the edge of the plot it would look measured.
    const auto told = [&](double loss) { return telling.contains(loss) ? loss : std::nan(""); };
    for (const Curve& curve : curves) {
        const std::vector<RateEvent> rates = ratesOf(*curve.cell);
        if (rates.empty()) continue;
        out.y_range = telling;
        addPair(out, curve, rates, [&](const RateEvent& rate) {
            return std::tuple(rate.learning_rate, told(rate.smoothed_loss), told(rate.loss));
        });
        addSentence(out.description,
                    curve.name + ": " + text("learning.rate_words", {{"steps", rates.size()}}));
        const auto advice = rateAdviceOf(curve.cell->result);
        if (!advice || !advice->learning_rate) continue;
        const double advised = *advice->learning_rate;
        // Cells that advise the same share a mark.
        if (std::ranges::find(out.marks, advised, &LinesValue::Mark::x) == out.marks.end())
            out.marks.push_back(
                {advised, curve.style, formatSignificant(advised, 2, text.numbers())});
        addSentence(out.description, text.reason(advice->why));
    }
    return out;
}

std::vector<TrainedCell> trainedCells(const Shown& shown) {
    const Comparison& comparison = shown.comparison;
    const Row* chosen = shown.chosenRow();
    std::vector<TrainedCell> found;
    std::set<std::string> models;
    std::set<std::int64_t> batches;
    // By what is planned: a style that has been seen stays.
    std::size_t cells = 0;
    for (const Row& each : comparison.rows) cells += each.cells.size();
    const bool together = cells <= kFewCells;
    for (std::size_t r = 0; r < comparison.rows.size(); ++r)
        for (const ReportCell& cell : comparison.rows[r].cells) {
            const std::size_t c = cell.column;
            if ((!together && &comparison.rows[r] != chosen) || !hasCurve(cell)) continue;
            const auto before = static_cast<int>(together ? r * comparison.columns.size() : 0);
            found.push_back({{{}, before + styleOf(comparison, c), &cell, r}, c});
            models.insert(modelName(comparison.rows[r].work));
            batches.insert(comparison.rows[r].work.integer("batch", 1));
        }
    for (TrainedCell& cell : found) {
        cell.name =
            cellName(comparison.rows[cell.row].work, cell.column, models, batches, shown.labels);
        cell.trained = trainedOf(cell.cell->result);
        cell.advice = rateAdviceOf(cell.cell->result);
    }
    return found;
}

const TrainedCell* chosenOf(const std::vector<TrainedCell>& cells, const Shown& shown) {
    const Row* row = shown.chosenRow();
    const TrainedCell* best = nullptr;
    const auto rank = [&](const TrainedCell& cell) {
        const bool in_row = &shown.comparison.rows[cell.row] == row;
        return 4 * in_row + 2 * (in_row && cell.column == shown.column) +
               !cell.cell->result.output.empty();
    };
    for (const TrainedCell& cell : cells)
        if (!best || rank(cell) > rank(*best)) best = &cell;
    return best;
}

std::vector<ChartTab> trainingTabs() {
    // Documents have a curve for each case, and sweeps behind all of them.
    const auto tab = [](const char* id, decltype(ChartTab::make) make, const char* experiment) {
        return ChartTab{.id = id, .make = make, .window_only = true, .experiment = experiment};
    };
    return {tab("accuracy", accuracyCharts, "training"), tab("loss", lossCharts, "training"),
            tab("time", epochCharts, "training"), tab("rates", rateCharts, "lr_finder")};
}

}  // namespace duelo
