// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lab_report/evidence.h"
#include "lab_report/report_form.h"

namespace duelo {

/// A citation as it stands in a report: its figure and where that is shown.
struct CitedWords {
    std::string words{};  ///< "14.2 [13.9–14.6] (Table 1)"; of a box what it is
    Standing standing = Standing::Missing;
    std::string how{};  ///< its figure was obtained; empty: nothing is known of that
};

struct ComposedReport {
    /// The student's words, and nothing of Duelo's but boxes, captions, tables and the annex.
    Document document{};
    std::map<std::string, CitedWords> cited{};  ///< by Citation::id
};

/// Composes a report for the writers of report/writers.h. Tables and charts are numbered, there is
/// a table of contents, and whatever the report lacks is left out without a word: no fact delays an
/// export.
[[nodiscard]] ComposedReport composeLabReport(const LabReport& report, const ReportForm& form,
                                              const EvidenceBook& book,
                                              const ReportOptions& options);

/// Composes the document alone, of what these files say; null: none is open. Reason:
/// "lab_report_form_unknown" {form}.
[[nodiscard]] Result<Document> documentOf(const LabReport& report, const Comparison* comparison,
                                          std::optional<NumberStyle> numbers = {});
/// Composes the document of what is open, which is the first group, and of what the report keeps.
[[nodiscard]] Result<Document> documentOf(const LabReport& report,
                                          std::span<const FileGroup> groups,
                                          std::optional<NumberStyle> numbers = {});

/// Returns how such a report speaks: in its own language, with the decimal sign of `numbers` or
/// that language's.
[[nodiscard]] ReportOptions optionsOf(const LabReport& report,
                                      std::optional<NumberStyle> numbers = {});

}  // namespace duelo
