// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiments/training/output.h"
#include "report/chart_value.h"
#include "report/shown.h"

/// Learning curves, the same in the window and in every file, and the tabs of the window that draw
/// them.
namespace duelo {

/// A training or a search for a rate as it is drawn.
struct Curve {
    std::string name;
    int style = 0;
    const ReportCell* cell = nullptr;
    std::size_t row = 0;  ///< of the comparison

    [[nodiscard]] CellAt place() const { return {row, cell->column}; }
};

enum class CurveKind { Accuracy, Loss };
/// Epoch by epoch; full lines are the training part, dashed ones the validation part.
[[nodiscard]] LinesValue learningCurves(const std::vector<Curve>& curves, CurveKind kind,
                                        std::string title, const Text& text);
/// The finder's loss over its rate, with the rate that each cell advises (S2-10). Where the loss
/// has grown well beyond the one of the start, it tells nothing more and is left out.
[[nodiscard]] LinesValue rateCurves(const std::vector<Curve>& curves, std::string title,
                                    const Text& text);

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
/// Returns the card with the number of epochs after which each way of the chosen row pays against
/// the base (S4-17); nothing without two of them.
[[nodiscard]] std::optional<CardValue> paysCard(const Shown& shown);
/// View::cards of both.
[[nodiscard]] std::vector<CardValue> trainingCards(const Shown& shown);

}  // namespace duelo
