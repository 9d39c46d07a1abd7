// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "report/chart_value.h"
#include "report/comparison.h"

/// The steps of compare(), in their order; each fills its part of the comparison.
namespace duelo {

[[nodiscard]] Result<void> chooseBase(Comparison& comparison, const std::optional<Params>& wanted);
void addGpuState(Comparison& comparison);
void addTables(Comparison& comparison);
void addRatios(Comparison& comparison);
void addWarnings(Comparison& comparison);

/// whyNoRatio() of two measured cells of which sameResult() said this.
[[nodiscard]] std::optional<Reason> whyNoRatio(const Comparison& comparison, const Row& row,
                                               std::size_t a, std::size_t b,
                                               const Result<bool>& same);

/// The ledger of two cells alone, which may be of two cases.
[[nodiscard]] Ledger ledgerOfCells(const Comparison& comparison, const CellAt& base,
                                   const CellAt& other);

/// Returns a condition beside the sign that answers it. Numbers of threads that differ are told.
[[nodiscard]] std::string tickText(const Comparison& comparison, const Ledger& ledger,
                                   const Ledger::Tick& tick, const Text& text);
/// Returns it as a list without signs names it: one that does not hold says so, "not interleaved".
[[nodiscard]] std::string listedTick(const Comparison& comparison, const Ledger& ledger,
                                     const Ledger::Tick& tick, const Text& text);

/// A field of a plan, a label or an event, whatever that turns out to be. Empty where there is none
/// of that type.
[[nodiscard]] std::string textIn(const Json& json, const std::string& key);
[[nodiscard]] std::optional<double> numberIn(const Json& json, const std::string& key);

}  // namespace duelo
