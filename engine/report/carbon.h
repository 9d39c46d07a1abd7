// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "report/comparison_types.h"
#include "report/document.h"

/// The energy of a result in carbon dioxide. How much a kilowatt hour stands for differs by
/// country, year and hour, so Duelo has no figure of its own: the user or the class's pack states
/// it with its source.
namespace duelo {

/// The fields of a run's label, and the names of the same fields of a report.
inline constexpr const char* kCarbonField = "carbon_g_per_kwh";
inline constexpr const char* kCarbonSourceField = "carbon_source";

struct CarbonIntensity {
    double g_per_kwh = 0;  ///< grams of CO2 for a kilowatt hour of electricity
    std::string source{};  ///< whose figure it is, and of which year

    [[nodiscard]] double gramsOf(double joules) const { return joules / 3.6e6 * g_per_kwh; }
};

/// Returns what is stated for the electricity of a file: by the report's own fields where the file
/// is this PC's, else by its label. Nothing: nobody states it. Reasons: "carbon_number" {value},
/// "carbon_no_source" {value}.
[[nodiscard]] Result<std::optional<CarbonIntensity>> carbonOf(const Source& source,
                                                              const ReportFields& given);

}  // namespace duelo
