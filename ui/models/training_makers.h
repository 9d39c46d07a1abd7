// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "experiments/training/output.h"
#include "report/labels.h"
#include "ui/charts/chart_values.h"
#include "ui/models/run_model.h"

/// Records of networks that learn into what the charts draw.
namespace duelo::ui {

/// A cell of the comparison that is drawn: which, in what style, under what name, and what it came
/// to.
struct TrainedCell {
    std::size_t row = 0, column = 0;
    int style = 0;
    QString name;  ///< "CPU, 4 threads", with the batch where that differs
    const ReportCell* cell = nullptr;
    std::optional<Trained> trained{};
    std::optional<RateAdvice> advice{};
};

/// The cells with an epoch, a step of the finder or a result: all of them where they are few, else
/// those of `row`. The first CPU and the first GPU keep their colours.
[[nodiscard]] std::vector<TrainedCell> trainedCells(const Comparison& comparison, std::size_t row,
                                                    const Labels& labels);

enum class CurveKind { Accuracy, Loss };
/// Epoch by epoch; full lines are the validation part, dashed ones the training part.
[[nodiscard]] CurvesValue curvesOf(const std::vector<TrainedCell>& cells, CurveKind kind,
                                   const Text& text);

/// The finder's loss over its rate, with the rate that each cell advises.
[[nodiscard]] CurvesValue ratesOf(const std::vector<TrainedCell>& cells, const Text& text);

/// Time of an epoch over what a run sweeps.
struct SweepChart {
    QString title;
    LinesValue value;
};
/// One for each set of trainings that differ in the batch or the hidden units alone (S4-20, S4-26);
/// the accuracy stands beside every time (S4-16).
[[nodiscard]] std::vector<SweepChart> sweepChartsOf(const Comparison& comparison,
                                                    const Labels& labels);

/// Where the median epoch of each cell went (S2-M06); the first counts only while it is alone.
[[nodiscard]] BarsValue epochPartsOf(const RunModel& run, const std::vector<TrainedCell>& cells,
                                     const Text& text);

}  // namespace duelo::ui
