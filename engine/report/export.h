// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/whole_file.h"
#include "base/words.h"
#include "report/comparison.h"
#include "report/document.h"

namespace duelo {

enum class ReportFormat {
    Csv,
    CsvExcel,
    Xlsx,
    Markdown,
    Latex,
    Html,
    JsonReport,
    CsvEpochs,  ///< of trainings only, as the next
    CsvConfusion
};
template <>
inline constexpr std::array<std::string_view, 9> wordsOf<ReportFormat>{
    "csv", "csv-excel", "xlsx", "markdown", "latex", "html", "json", "csv-epochs", "csv-confusion"};

/// ".csv", ".xlsx", ".md", ".tex", ".html" or ".json".
[[nodiscard]] std::string_view extensionOf(ReportFormat format);

/// The report as bytes. Reasons: "format_needs_file" {format} for XLSX, which is a package;
/// "format_needs_training" {format} where nothing was trained.
[[nodiscard]] Result<std::string> reportText(const Comparison& comparison, ReportFormat format,
                                             const ReportOptions& options);

/// Writes the report to `path`, as writeWhole() does and with its reasons; returns the files
/// written.
[[nodiscard]] Result<std::vector<std::filesystem::path>> exportReport(
    const Comparison& comparison, ReportFormat format, const ReportOptions& options,
    const std::filesystem::path& path, bool overwrite = false);

}  // namespace duelo
