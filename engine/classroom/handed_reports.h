// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "classroom/submission.h"
#include "lab_report/claim.h"
#include "lab_report/lab_report.h"
#include "report/comparison.h"

namespace duelo {

/// The reports of a submission, and the files that their student had open: its own.
struct HandedReports {
    std::optional<Comparison> files{};         ///< none of them can be read, or there are none
    std::vector<Result<LabReport>> reports{};  ///< reasons: those of labReportFromJson()
};
/// Reads all of it again.
[[nodiscard]] HandedReports handedReports(const Submission& submission, const FindSpec& find);

/// Judges what a report claims, as far as these files say anything to it.
[[nodiscard]] std::vector<JudgedClaim> judgedClaims(const LabReport& report,
                                                    const Comparison& files, const Text& text);

}  // namespace duelo
