// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/chart_value.h"
#include "report/labels.h"

/// What networks learned as lines, the same in the window and in every file.
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
                                        const Text& text);

/// The finder's loss over its rate, with the rate that each cell advises (S2-10). Where the loss
/// has grown well beyond the one of the start, it tells nothing more and is left out.
[[nodiscard]] LinesValue rateCurves(const std::vector<Curve>& curves, const Text& text);

}  // namespace duelo
