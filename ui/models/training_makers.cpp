// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/training_makers.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "experiments/training/epoch_parts.h"
#include "experiments/training/events.h"
#include "experiments/training/view_sweeps.h"
#include "report/document.h"
#include "ui/look/settings.h"
#include "ui/models/chart_makers.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kFewCells = 6;  ///< as many as there are series styles

bool hasCurve(const ReportCell& cell) {
    return !epochsOf(cell).empty() || !duelo::ratesOf(cell).empty() || !cell.result.output.empty();
}

QString nameOf(const Params& work, std::size_t column, const std::set<std::string>& models,
               const std::set<std::int64_t>& batches, const Labels& labels) {
    QString name = qs(labels.columnName(column));
    if (batches.size() > 1)
        name += ", " + qs(labels.text()("cli.batch", {{"batch", work.integer("batch", 1)}}));
    if (models.size() > 1) name = qs(modelName(work)) + ", " + name;
    return name;
}

struct Value {
    double train = 0, validation = 0;
};

Value valueOf(const EpochEvent& epoch, CurveKind kind) {
    if (kind == CurveKind::Loss) return {epoch.train_loss, epoch.valid_loss};
    return {100 * epoch.train_accuracy, 100 * epoch.valid_accuracy};
}

QString wordsOf(const TrainedCell& cell, const EpochEvent& last, CurveKind kind, const Text& text) {
    const Value value = valueOf(last, kind);
    const auto told = [&](double number) {
        return kind == CurveKind::Loss ? formatSignificant(number, 3, text.numbers())
                                       : text.value("share_percent", number);
    };
    return qs(text("learning.curve_words", {{"name", cell.name.toStdString()},
                                            {"epochs", last.epoch},
                                            {"train", told(value.train)},
                                            {"validation", told(value.validation)}})) +
           ' ';
}

/// The first CPU and the first GPU keep their colours; whatever else there is follows.
class StyleOrder {
public:
    int next(const duelo::Column& column) {
        const bool gpu = deviceOf(column.variant) == Device::Cuda;
        return std::exchange(gpu ? m_gpu : m_cpu, true) ? m_next++ : int{gpu};
    }

private:
    bool m_cpu = false, m_gpu = false;
    int m_next = 2;
};

}  // namespace

std::vector<TrainedCell> trainedCells(const Comparison& comparison, std::size_t row,
                                      const Labels& labels) {
    std::vector<TrainedCell> found;
    std::set<std::string> models;
    std::set<std::int64_t> batches;
    const auto take = [&](std::size_t r) {
        for (std::size_t c = 0; c < comparison.rows[r].cells.size(); ++c)
            if (hasCurve(comparison.rows[r].cells[c]))
                found.push_back({r, c, 0, {}, &comparison.rows[r].cells[c]});
    };
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) take(r);
    if (found.size() > kFewCells) {
        found.clear();
        if (row < comparison.rows.size()) take(row);
    }
    for (const TrainedCell& cell : found) {
        models.insert(modelName(comparison.rows[cell.row].work));
        batches.insert(comparison.rows[cell.row].work.integer("batch", 1));
    }
    StyleOrder styles;
    for (TrainedCell& cell : found) {
        cell.style = styles.next(comparison.columns[cell.column]);
        cell.name = nameOf(comparison.rows[cell.row].work, cell.column, models, batches, labels);
        cell.trained = trainedOf(cell.cell->result);
        cell.advice = rateAdviceOf(cell.cell->result);
    }
    return found;
}

CurvesValue curvesOf(const std::vector<TrainedCell>& cells, CurveKind kind, const Text& text) {
    const bool loss = kind == CurveKind::Loss;
    CurvesValue out{.x_title = qs(text("training.column_epoch")),
                    .y_title = qs(text(loss ? "training.loss_axis" : "training.accuracy_axis")),
                    .full_name = qs(text("training.column_validation")),
                    .dashed_name = qs(text("training.column_train"))};
    if (!loss) out.y_range = Interval{0, 100};
    for (const TrainedCell& cell : cells) {
        const std::vector<EpochEvent> epochs = epochsOf(*cell.cell);
        if (epochs.empty()) continue;
        CurvesValue::Series full{cell.name, cell.style, false, {}, {}};
        CurvesValue::Series dashed{cell.name, cell.style, true, {}, {}};
        for (const EpochEvent& epoch : epochs) {
            const Value value = valueOf(epoch, kind);
            full.x.push_back(epoch.epoch);
            full.y.push_back(value.validation);
            dashed.x.push_back(epoch.epoch);
            dashed.y.push_back(value.train);
        }
        out.description += wordsOf(cell, epochs.back(), kind, text);
        out.series.push_back(std::move(dashed));
        out.series.push_back(std::move(full));
    }
    return out;
}

CurvesValue ratesOf(const std::vector<TrainedCell>& cells, const Text& text) {
    CurvesValue out{.x_title = qs(columnTitle(text, "lr_finder", "learning_rate")),
                    .y_title = qs(text("training.loss_axis")),
                    .full_name = qs(text("learning.smoothed")),
                    .dashed_name = qs(text("learning.raw")),
                    .log_x = true};
    for (const TrainedCell& cell : cells) {
        const std::vector<RateEvent> rates = duelo::ratesOf(*cell.cell);
        if (rates.empty()) continue;
        CurvesValue::Series smooth{cell.name, cell.style, false, {}, {}};
        CurvesValue::Series raw{cell.name, cell.style, true, {}, {}};
        for (const RateEvent& rate : rates) {
            smooth.x.push_back(rate.learning_rate);
            smooth.y.push_back(rate.smoothed_loss);
            raw.x.push_back(rate.learning_rate);
            raw.y.push_back(rate.loss);
        }
        out.series.push_back(std::move(raw));
        out.series.push_back(std::move(smooth));
        out.description +=
            cell.name + ": " + qs(text("learning.rate_words", {{"steps", rates.size()}})) + ' ';
        if (!cell.advice || !cell.advice->learning_rate) continue;
        const double advised = *cell.advice->learning_rate;
        // Cells that advise the same share a mark.
        if (std::none_of(out.marks.begin(), out.marks.end(),
                         [&](const CurvesValue::Mark& mark) { return mark.x == advised; }))
            out.marks.push_back(
                {advised, cell.style, qs(formatSignificant(advised, 2, text.numbers()))});
        out.description += qs(text.reason(cell.advice->why)) + ' ';
    }
    return out;
}

std::vector<SweepChart> sweepChartsOf(const Comparison& comparison, const Labels& labels) {
    const Text& text = labels.text();
    std::vector<SweepChart> charts;
    for (const TrainingSweep& sweep : trainingSweeps(comparison, trainingTables(comparison))) {
        const SweepWords words = sweepWords(sweep, labels);
        LinesValue value{.x_title = qs(words.x_title),
                         .y_title = qs(words.y_title),
                         .series = {},
                         .ratios = {},
                         .description = qs(words.description)};
        double low_ms = HUGE_VAL, high_ms = 0;
        StyleOrder styles;
        for (const TrainingSweep::Line& line : sweep.lines) {
            if (value.series.size() == kFewCells) break;
            ChartSeries series{qs(labels.columnName(line.column)),
                               styles.next(comparison.columns[line.column]),
                               {}};
            for (const TrainingSweep::Point& point : line.points) {
                ChartSeries::Point drawn{.x = static_cast<double>(point.at),
                                         .y = point.epoch_ms / 1e3};
                if (const auto& ci = point.epoch_ci95_ms)
                    drawn.interval = Interval{ci->low / 1e3, ci->high / 1e3};
                drawn.note = qs(text("training.point_accuracy",
                                     {{"accuracy_percent", 100 * point.test_accuracy}}));
                series.points.push_back(std::move(drawn));
                low_ms = std::min(low_ms, point.epoch_ms);
                high_ms = std::max(high_ms, point.epoch_ms);
            }
            value.series.push_back(std::move(series));
        }
        value.log_y = high_ms / low_ms >= kLogSpan;
        if (value.series.size() < sweep.lines.size())
            value.description +=
                ' ' + qs(text("training.curves_cut",
                              {{"shown", value.series.size()}, {"variants", sweep.lines.size()}}));
        charts.push_back({qs(words.title), std::move(value)});
    }
    return charts;
}

BarsValue epochPartsOf(const RunModel& run, const std::vector<TrainedCell>& cells,
                       const Text& text) {
    BarsValue out;
    for (const TrainedCell& cell : cells) {
        const std::vector<EpochEvent> epochs = epochsOf(*cell.cell);
        if (epochs.empty()) continue;
        const BreakdownValue parts = breakdownOf(epochParts(epochs), text);
        double epoch_ms = 0, batch_ms = 0;
        for (const auto& segment : parts.segments) {
            epoch_ms += segment.ms;
            if (segment.id != "evaluation") batch_ms += segment.ms / updatesPerEpoch(epochs);
        }
        out.bars.push_back(
            {cell.name,
             qs(text("training.epoch_and_batch", {{"epoch_ms", epoch_ms}, {"batch_ms", batch_ms}})),
             parts.segments, !run.isAwaited(*cell.cell)});
        out.description +=
            out.bars.back().name + ", " + out.bars.back().text + ": " + parts.description;
    }
    return out;
}

}  // namespace duelo::ui
