// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plan/spec.h"
#include "report/shown.h"

/// Cards that any experiment has; nothing where there is nothing to say.
namespace duelo {

/// Returns a card with the parts that took the time of the chosen cell.
[[nodiscard]] std::optional<CardValue> whereCard(const Shown& shown);
/// Returns the same for parts that an experiment has otherwise; nothing for one part alone, which
/// explains nothing.
[[nodiscard]] std::optional<CardValue> whereCard(std::string title, const Parts& parts,
                                                 const Labels& labels);
/// Returns the card that sets each prediction against its outcome, once the run is over (P-01).
[[nodiscard]] std::optional<CardValue> predictionCard(const Shown& shown);
/// Returns the card of the conditions that were equal for the chosen pair (P-08).
[[nodiscard]] std::optional<CardValue> ledgerCard(const Shown& shown);
/// Returns the card that tells how the chosen cell was measured.
[[nodiscard]] std::optional<CardValue> measuredCard(const Shown& shown);
/// Returns the notices of the files and of the chosen cell.
[[nodiscard]] std::optional<CardValue> noticesCard(const Shown& shown);
/// Returns the card that names the sources of the figures of other PCs.
[[nodiscard]] std::optional<CardValue> othersCard(const Shown& shown);

}  // namespace duelo
