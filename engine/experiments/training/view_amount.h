// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/training/view_table.h"
#include "report/chart_value.h"
#include "report/document.h"
#include "report/labels.h"

namespace duelo {

/// Trainings that differ in how much they learn from or in their seed alone: what
/// accuracy the data bring, and how much of it is chance.
struct AmountSweep {
    /// All trainings of one variant with as many data.
    struct Point {
        double share = 1;
        std::int64_t images = 0;           ///< that were learnt from
        std::vector<double> accuracies{};  ///< of the test part, a seed each
        Interval single{};                 ///< Wilson's of the first
        std::size_t row = 0;               ///< of the comparison, of the first
    };
    struct Line {
        std::size_t column = 0;       ///< of the comparison
        std::vector<Point> points{};  ///< ascending in `share`
    };

    Params work;              ///< what all have in common
    std::vector<Line> lines;  ///< in the order of the columns; one has several trainings
};

[[nodiscard]] std::vector<AmountSweep> amountSweeps(const Comparison& comparison,
                                                    const std::vector<TrainingTable>& tables);

/// Test accuracy over the images learnt from: the mean of the seeds with the lowest and the highest
/// of them, of a single one with its interval. Nothing where there is one amount alone.
[[nodiscard]] std::optional<LinesValue> amountChart(const AmountSweep& sweep,
                                                    const Comparison& comparison,
                                                    const Labels& labels);
/// The same in figures, with the standard deviation over the seeds. `number` tells it from others
/// of the document.
[[nodiscard]] DocTable amountTable(const AmountSweep& sweep, std::size_t number,
                                   const Labels& labels);

/// "10 % of the data" and "seed 5", in the name of a case; empty where that is as usual.
[[nodiscard]] std::string sharePart(const Params& work, const Text& text);
[[nodiscard]] std::string seedPart(const Params& work, const Text& text);

}  // namespace duelo
