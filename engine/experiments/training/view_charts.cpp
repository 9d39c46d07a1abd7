// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/view_charts.h"

#include <algorithm>
#include <set>

#include "experiments/training/epoch_parts.h"
#include "experiments/training/events.h"
#include "experiments/training/view_amount.h"
#include "experiments/training/view_sweeps.h"
#include "experiments/work_names.h"
#include "report/parts_chart.h"
#include "report/series_look.h"

namespace duelo {
namespace {

constexpr std::size_t kFewCells = kSeriesLooks.size();

bool hasCurve(const ReportCell& cell) {
    return !epochsOf(cell).empty() || !ratesOf(cell).empty() || !cell.result.output.empty();
}

std::string cellName(const Params& work, std::size_t column, const std::set<std::string>& models,
                     const std::set<std::int64_t>& batches, const Labels& labels) {
    std::string name = labels.columnName(column);
    if (batches.size() > 1) name += ", " + batchName(work, labels.text());
    if (models.size() > 1) name = networkName(work, labels.text()) + ", " + name;
    for (const std::string& part : {sharePart(work, labels.text()), seedPart(work, labels.text())})
        if (!part.empty()) name += ", " + part;
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

std::vector<ChartValue> curveCharts(const Shown& shown, CurveKind kind, const char* title) {
    const Text& text = shown.labels.text();
    LinesValue chart = learningCurves(curvesOf(shown), kind, text);
    chart.title = text(title);
    chart.awaited_x = epochsToCome(shown);
    return {std::move(chart)};
}

/// Over the epochs, then over the amount of data where that was swept.
std::vector<ChartValue> accuracyCharts(const Shown& shown) {
    std::vector<ChartValue> charts =
        curveCharts(shown, CurveKind::Accuracy, "learning.accuracy_title");
    for (const AmountSweep& sweep :
         amountSweeps(shown.comparison, trainingTables(shown.comparison)))
        if (auto chart = amountChart(sweep, shown.comparison, shown.labels))
            charts.emplace_back(*std::move(chart));
    return charts;
}

std::vector<ChartValue> lossCharts(const Shown& shown) {
    return curveCharts(shown, CurveKind::Loss, "learning.loss_title");
}

/// Where the median epoch of each cell went (S2-M06); the first counts only while it is alone.
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

/// The parts of an epoch, then the whole of it over what the run sweeps (S4-20, S4-26).
std::vector<ChartValue> epochCharts(const Shown& shown) {
    std::vector<ChartValue> charts{epochBars(shown)};
    for (const TrainingSweep& sweep :
         trainingSweeps(shown.comparison, trainingTables(shown.comparison)))
        charts.emplace_back(sweepChart(sweep, shown.comparison, shown.labels));
    return charts;
}

std::vector<ChartValue> rateCharts(const Shown& shown) {
    LinesValue chart = rateCurves(curvesOf(shown), shown.labels.text());
    chart.title = shown.labels.text()("learning.rates_title");
    return {std::move(chart)};
}

}  // namespace

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
    return {{.id = "accuracy", .make = accuracyCharts, .experiment = "training"},
            {.id = "loss", .make = lossCharts, .experiment = "training"},
            {.id = "time", .make = epochCharts, .experiment = "training"},
            {.id = "rates", .make = rateCharts, .experiment = "lr_finder"}};
}

}  // namespace duelo
