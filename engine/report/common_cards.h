// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plan/spec.h"
#include "report/shown.h"

/// Cards that any experiment has; nothing where there is nothing to say.
namespace duelo {

/// Where the time of the chosen cell went.
[[nodiscard]] std::optional<CardValue> whereCard(const Shown& shown);
/// Returns the same for parts that an experiment has otherwise; nothing for one part alone, which
/// explains nothing.
[[nodiscard]] std::optional<CardValue> whereCard(std::string title, const Parts& parts,
                                                 const Labels& labels);
/// What was predicted and what came of it, once the run is over (P-01).
[[nodiscard]] std::optional<CardValue> predictionCard(const Shown& shown);
/// What was equal for the chosen pair (P-08).
[[nodiscard]] std::optional<CardValue> ledgerCard(const Shown& shown);
/// How the chosen cell was measured.
[[nodiscard]] std::optional<CardValue> measuredCard(const Shown& shown);
/// What the files say of themselves and of the chosen cell.
[[nodiscard]] std::optional<CardValue> noticesCard(const Shown& shown);
/// Where the figures of other PCs come from.
[[nodiscard]] std::optional<CardValue> othersCard(const Shown& shown);

}  // namespace duelo
