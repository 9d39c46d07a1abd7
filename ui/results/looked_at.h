// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "report/labels.h"

namespace duelo::ui {

/// The places of the table, row and column of a comparison that are looked at.
struct LookedAt {
    std::optional<std::size_t> table{};  ///< among its tables; nothing where it has none
    std::optional<std::size_t> row{}, column{};
    bool is_chosen = false;  ///< the row, by the user; else it is the one of the finding

    /// Keeps the row that was chosen while its table has it; else takes the one that the finding
    /// speaks of.
    void fitTo(const Comparison& comparison, const Labels& labels);
    /// Takes a figure that was clicked in a chart. Returns whether it is of another table.
    [[nodiscard]] bool take(const Comparison& comparison, const CellAt& cell);

    void addTo(Json& state) const;
    [[nodiscard]] static LookedAt from(const Json& state);
};

}  // namespace duelo::ui
