// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "record/provenance.h"
#include "report/comparison.h"

/// Words and rules of a report for times that Duelo did not measure (record/provenance.h).
namespace duelo {

/// "measured", or the word of the file's Origin; group "provenance" of the texts.
[[nodiscard]] std::string_view provenanceWord(const Header& header);
/// Tells whether Duelo did not measure this time. Such a time is in no fit, roof, scaling or
/// statistic, and nothing that is called measured.
[[nodiscard]] bool isBrought(const Comparison& comparison, const ReportCell& cell);
/// An estimate: it stands apart, in no table of times and in no ratio.
[[nodiscard]] bool isSimulated(const Source& source);

/// Returns why no ratio follows from times that were brought: "ratio_simulated",
/// "ratio_single_cold". Nothing where one does.
[[nodiscard]] std::optional<Reason> whyNoRatioOf(const Header& header);
/// Returns the conditions that nobody checked on the sides of a ratio with a time that was brought,
/// each once; nothing where Duelo measured both. Such a ratio has neither interval nor verdict.
[[nodiscard]] std::optional<std::vector<std::string>> uncheckedOf(const Comparison& comparison,
                                                                  const ColumnRatio& ratio);
/// Returns the words in place of a verdict: "not checked: weights, precision". Empty: it has one.
[[nodiscard]] std::string uncheckedText(const Comparison& comparison, const ColumnRatio& ratio,
                                        const Text& text);

/// A title with the mark of where its times are from: "GPU time (s) [typed, no file]".
[[nodiscard]] std::string markedTitle(std::string title, const Source& source, const Text& text);
/// "file_typed", "file_printed", "file_simulated" {file, source}; nothing of a measured file.
[[nodiscard]] std::optional<Reason> importedWarning(const Source& source);
/// Returns the reason of a column that has no time in any of the rows: in which case axes the cases
/// of its file differ from them, as "not_measured_differs" {names, values}.
[[nodiscard]] Reason whyColumnEmpty(const Comparison& comparison,
                                    const std::vector<std::size_t>& rows, std::size_t column,
                                    const Text& text);

}  // namespace duelo
