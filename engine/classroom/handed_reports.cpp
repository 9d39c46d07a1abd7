// SPDX-License-Identifier: Apache-2.0
#include "classroom/handed_reports.h"

#include "base/json_text.h"
#include "classroom/gather.h"

namespace duelo {

HandedReports handedReports(const Submission& submission, const FindSpec& find) {
    HandedReports out;
    std::vector<RecordLog> logs;
    for (const ClassPlace& place : submission.files) {
        if (place.name().ends_with(".duelo")) {
            if (auto log = readAgain(place)) logs.push_back(*std::move(log));
        } else if (place.name().ends_with(".duelo-report")) {
            out.reports.push_back(
                bytesOf(place)
                    .and_then([](const std::string& bytes) { return parseJson(bytes); })
                    .and_then(labReportFromJson));
        }
    }
    if (auto files = compare(logs, find)) out.files = *std::move(files);
    return out;
}

std::vector<JudgedClaim> judgedClaims(const LabReport& report, const Comparison& files,
                                      const Text& text) {
    std::vector<JudgedClaim> out;
    for (const Citation& citation : report.citations)
        if (const auto claim = claimOf(citation))
            if (auto answer = judged(files, *claim, text)) out.push_back(*std::move(answer));
    return out;
}

}  // namespace duelo
