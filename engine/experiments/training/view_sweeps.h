// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "experiments/training/view_table.h"
#include "report/chart_value.h"
#include "report/labels.h"

namespace duelo {

/// Trainings that differ in one quantity alone: what larger batches (S4-26), more hidden units
/// (S4-20) or more images cost and bring, and how much of it is chance. Each variant
/// is a line, so a sweep over threads and batches is here as well (S4-29).
struct TrainingSweep {
    enum class Over { Batch, Hidden, Amount };
    /// One training; over amounts, the trainings of all seeds.
    struct Point {
        double at = 0;         ///< the batch, the hidden units, or the images learnt from
        double epoch_ms = 0;   ///< of the first
        std::size_t row = 0;   ///< of the comparison, of the first
        Interval test_ci95{};  ///< of the first
        std::optional<Interval> epoch_ci95_ms{};
        std::vector<double> accuracies{};  ///< of the test part

        [[nodiscard]] double accuracy() const { return mean(accuracies); }
        /// Returns the lowest and the highest accuracy; of a single training its interval.
        [[nodiscard]] Interval spread() const;
    };
    struct Line {
        std::size_t column = 0;     ///< of the comparison
        std::vector<Point> points;  ///< ascending
    };

    Over over = Over::Batch;
    Params work;              ///< the settings that all lines share, without the swept one
    std::vector<Line> lines;  ///< in the order of the columns; not empty
};

/// Returns the sweeps, those over the batch first. Over batches and hidden units they have
/// trainings whose epochs have a time, and each line has two points or more.
[[nodiscard]] std::vector<TrainingSweep> trainingSweeps(const Comparison& comparison,
                                                        const std::vector<TrainingTable>& tables);

/// The chart of a sweep, the same on paper and on screen: the time of an epoch, with the accuracy
/// beside every time (S4-16); over amounts the accuracy. Of many lines the first are drawn; the
/// table of epochs has every variant. Nothing where there is one amount alone.
[[nodiscard]] std::optional<LinesValue> sweepChart(const TrainingSweep& sweep,
                                                   const Labels& labels);

}  // namespace duelo
