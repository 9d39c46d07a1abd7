// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "report/comparison.h"

/// The steps of compare(), in their order; each fills its part of the comparison.
namespace duelo {

[[nodiscard]] Result<void> chooseBase(Comparison& comparison, const std::optional<Params>& wanted);
void addGpuState(Comparison& comparison);
void addTables(Comparison& comparison);
void addRatios(Comparison& comparison);
void addWarnings(Comparison& comparison);

/// A field of a plan, a label or an event, whatever that turns out to be. Empty where there is none
/// of that type.
[[nodiscard]] std::string textIn(const Json& json, const std::string& key);
[[nodiscard]] std::optional<double> numberIn(const Json& json, const std::string& key);

}  // namespace duelo
