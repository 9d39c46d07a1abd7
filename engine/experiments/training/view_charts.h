// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "experiments/training/output.h"
#include "experiments/training/view_curves.h"
#include "report/shown.h"

/// Trainings and searches for a rate as tabs of the window draw them.
namespace duelo {

/// A cell that is drawn, with the batch in its name where that differs; which it is, and what it
/// came to.
struct TrainedCell : Curve {
    std::size_t column = 0;
    std::optional<Trained> trained{};
    std::optional<RateAdvice> advice{};
};

/// The cells with an epoch, a step of the finder or a result: all of them where they are few, else
/// those of the chosen row. A variant has its style; where several cases stand together, one more
/// for each.
[[nodiscard]] std::vector<TrainedCell> trainedCells(const Shown& shown);
/// The one that is looked at: the chosen one, else one of the chosen row, a finished one first;
/// null where there is none.
[[nodiscard]] const TrainedCell* chosenOf(const std::vector<TrainedCell>& cells,
                                          const Shown& shown);

/// View::charts of both.
[[nodiscard]] std::vector<ChartTab> trainingTabs();
/// After how many epochs each way of the chosen row pays against the base (S4-17); nothing without
/// two of them.
[[nodiscard]] std::optional<CardValue> paysCard(const Shown& shown);
/// View::cards of both.
[[nodiscard]] std::vector<CardValue> trainingCards(const Shown& shown);

}  // namespace duelo
