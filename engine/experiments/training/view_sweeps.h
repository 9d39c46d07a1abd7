// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/training/view_table.h"
#include "report/chart_value.h"
#include "report/labels.h"

namespace duelo {

/// Trainings that differ in one quantity alone: what larger batches (S4-26) or more hidden units
/// (S4-20) cost and bring. Each variant is a line, so a sweep over threads and batches is here as
/// well (S4-29).
struct TrainingSweep {
    enum class Over { Batch, Hidden };
    struct Point {
        int at = 0;  ///< the batch or the number of hidden units
        double epoch_ms = 0;
        std::optional<Interval> epoch_ci95_ms;
        double test_accuracy = 0;
        std::size_t row = 0;  ///< of the comparison
    };
    struct Line {
        std::size_t column = 0;     ///< of the comparison
        std::vector<Point> points;  ///< ascending in `at`; at least two
    };

    Over over = Over::Batch;
    /// What all have in common; its batch or its model, whichever is swept, says nothing.
    Params work;
    std::vector<Line> lines;  ///< in the order of the columns; not empty
};

/// Of the trainings whose epochs have a time, those over the batch first.
[[nodiscard]] std::vector<TrainingSweep> trainingSweeps(const Comparison& comparison,
                                                        const std::vector<TrainingTable>& tables);

/// The chart of a sweep, the same on paper and on screen: time of an epoch, with the accuracy
/// beside every time (S4-16). Of many lines the first are drawn; the table of epochs has every
/// variant.
[[nodiscard]] LinesValue sweepChart(const TrainingSweep& sweep, const Comparison& comparison,
                                    const Labels& labels);

}  // namespace duelo
