// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

#include "report/comparison.h"

/// The steps of compare(), in their order; each fills its part of the comparison.
namespace duelo {

[[nodiscard]] Result<void> chooseBase(Comparison& comparison, const std::optional<Params>& wanted);
void addGpuState(Comparison& comparison);
void addTables(Comparison& comparison);
void addRatios(Comparison& comparison);
void addWarnings(Comparison& comparison);

/// Why a file's machine has no GPU that can be used, as its engine found out.
[[nodiscard]] std::optional<Reason> gpuReason(const Header& header);

/// A value inside a machine or engine sheet, whatever that sheet turns out to be; of a list, the
/// first element. Null, empty where there is none of that type.
[[nodiscard]] const Json* jsonAt(const Json& json, std::initializer_list<const char*> path);
[[nodiscard]] std::string textAt(const Json& json, std::initializer_list<const char*> path);
[[nodiscard]] std::optional<double> numberAt(const Json& json,
                                             std::initializer_list<const char*> path);

}  // namespace duelo
