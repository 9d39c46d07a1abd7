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

enum class ReportFormat { Csv, CsvExcel, Xlsx, Markdown, Latex, Html, JsonReport };
template <>
inline constexpr std::array<std::string_view, 7> wordsOf<ReportFormat>{
    "csv", "csv-excel", "xlsx", "markdown", "latex", "html", "json"};

/// ".csv", ".xlsx", ".md", ".tex", ".html" or ".json".
[[nodiscard]] std::string_view extensionOf(ReportFormat format);

/// The report as bytes. Reasons: "format_needs_file" {format} for XLSX, which is a package; of
/// ReportOptions::table "table_needs_csv" {table, format}, "table_unknown" {table, accepted} and
/// "table_none" {table} where these files have none at all.
[[nodiscard]] Result<std::string> reportText(const Comparison& comparison, ReportFormat format,
                                             const ReportOptions& options);

/// Writes the report to `path`, as writeWhole() does and with its reasons; returns the files
/// written.
[[nodiscard]] Result<std::vector<std::filesystem::path>> exportReport(
    const Comparison& comparison, ReportFormat format, const ReportOptions& options,
    const std::filesystem::path& path, bool overwrite = false);

}  // namespace duelo
