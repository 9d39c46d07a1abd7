// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/training_makers.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/statistics.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kFewCells = 6;  ///< as many as there are series styles

bool hasCurve(const ReportCell& cell) {
    return !cell.epochs.empty() || !cell.rates.empty() || cell.result.output;
}

QString nameOf(const Case& work, std::size_t column, const std::set<std::string>& models,
               const std::set<int>& batches, const Labels& labels) {
    QString name = qs(labels.columnName(column));
    if (batches.size() > 1) name += ", " + qs(labels.text()("cli.batch", {{"batch", work.batch}}));
    if (models.size() > 1) name = qs(work.model) + ", " + name;
    return name;
}

struct Value {
    double train = 0, validation = 0;
};

Value valueOf(const EpochRecord& epoch, CurveKind kind) {
    if (kind == CurveKind::Loss) return {epoch.train_loss, epoch.valid_loss};
    return {100 * epoch.train_accuracy, 100 * epoch.valid_accuracy};
}

QString wordsOf(const TrainedCell& cell, CurveKind kind, const Text& text) {
    const EpochRecord& last = cell.cell->epochs.back();
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

double medianOf(const std::vector<EpochRecord>& epochs, double EpochRecord::*part) {
    std::vector<double> values;
    for (const EpochRecord& epoch : epochs)
        if (epoch.epoch > 1 || epochs.size() == 1) values.push_back(epoch.*part);
    return median(values);
}

}  // namespace

std::vector<TrainedCell> trainedCells(const Comparison& comparison, std::size_t row,
                                      const Labels& labels) {
    std::vector<TrainedCell> found;
    std::set<std::string> models;
    std::set<int> batches;
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
        models.insert(comparison.rows[cell.row].work.model);
        batches.insert(comparison.rows[cell.row].work.batch);
    }
    bool cpu = false, gpu = false;
    int next = 2;
    for (TrainedCell& cell : found) {
        const bool onGpu = comparison.columns[cell.column].variant.device == Device::Cuda;
        bool& taken = onGpu ? gpu : cpu;
        cell.style = taken ? next++ : int{onGpu};
        taken = true;
        cell.name = nameOf(comparison.rows[cell.row].work, cell.column, models, batches, labels);
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
        if (cell.cell->epochs.empty()) continue;
        CurvesValue::Series full{cell.name, cell.style, false, {}, {}};
        CurvesValue::Series dashed{cell.name, cell.style, true, {}, {}};
        for (const EpochRecord& epoch : cell.cell->epochs) {
            const Value value = valueOf(epoch, kind);
            full.x.push_back(epoch.epoch);
            full.y.push_back(value.validation);
            dashed.x.push_back(epoch.epoch);
            dashed.y.push_back(value.train);
        }
        out.description += wordsOf(cell, kind, text);
        out.series.push_back(std::move(dashed));
        out.series.push_back(std::move(full));
    }
    return out;
}

CurvesValue ratesOf(const std::vector<TrainedCell>& cells, const Text& text) {
    CurvesValue out{.x_title = qs(text("training.column_learning_rate")),
                    .y_title = qs(text("training.loss_axis")),
                    .full_name = qs(text("learning.smoothed")),
                    .dashed_name = qs(text("learning.raw")),
                    .log_x = true};
    for (const TrainedCell& cell : cells) {
        if (cell.cell->rates.empty()) continue;
        CurvesValue::Series smooth{cell.name, cell.style, false, {}, {}};
        CurvesValue::Series raw{cell.name, cell.style, true, {}, {}};
        for (const RateRecord& rate : cell.cell->rates) {
            smooth.x.push_back(rate.learning_rate);
            smooth.y.push_back(rate.smoothed_loss);
            raw.x.push_back(rate.learning_rate);
            raw.y.push_back(rate.loss);
        }
        out.series.push_back(std::move(raw));
        out.series.push_back(std::move(smooth));
        out.description += cell.name + ": " +
                           qs(text("learning.rate_words", {{"steps", cell.cell->rates.size()}})) +
                           ' ';
        const auto& output = cell.cell->result.output;
        if (!output || !output->rate_advice || !output->rate_advice->learning_rate) continue;
        const double advised = *output->rate_advice->learning_rate;
        out.marks.push_back(
            {advised, cell.style, qs(formatSignificant(advised, 2, text.numbers()))});
        out.description += qs(text.reason(output->rate_advice->why)) + ' ';
    }
    return out;
}

BarsValue epochPartsOf(const RunModel& run, const std::vector<TrainedCell>& cells,
                       const Text& text) {
    using Part = BreakdownValue::Part;
    BarsValue out;
    for (const TrainedCell& cell : cells) {
        const auto& epochs = cell.cell->epochs;
        if (epochs.empty()) continue;
        const double wall = medianOf(epochs, &EpochRecord::wall_ms);
        const double data = medianOf(epochs, &EpochRecord::data_ms);
        const double compute = medianOf(epochs, &EpochRecord::compute_ms);
        const double evaluation = medianOf(epochs, &EpochRecord::evaluation_ms);
        BarsValue::Bar bar{
            cell.name, qs(formatDuration(wall, text.numbers())), {}, !run.isAwaited(*cell.cell)};
        const std::pair<Part, std::pair<const char*, double>> parts[] = {
            {Part::Data, {"results.part_data", data}},
            {Part::Compute, {"results.part_compute", compute}},
            {Part::Evaluation, {"results.part_evaluation", evaluation}},
            {Part::Unexplained, {"results.part_unexplained", wall - data - compute - evaluation}}};
        out.description += bar.name + ", " + bar.text + ": ";
        for (const auto& [part, told] : parts) {
            if (!(told.second > 0)) continue;
            const QString share = qs(text.value("share_percent", 100 * told.second / wall));
            bar.segments.push_back({part, qs(text(told.first)), told.second, share});
            out.description += bar.segments.back().name + ' ' + share + ". ";
        }
        out.bars.push_back(std::move(bar));
    }
    return out;
}

}  // namespace duelo::ui
