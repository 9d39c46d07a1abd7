// SPDX-License-Identifier: Apache-2.0
#include "report/export.h"

#include "report/misleading.h"
#include "report/view.h"
#include "report/writers.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

/// The library writes files only, so the temporary one is its own.
Result<void> writeWorkbook(const Comparison& comparison, const ReportOptions& options,
                           const fs::path& path, bool overwrite) {
    return writeWhole(
        [&](const fs::path& temporary) { return writeXlsx(comparison, options, temporary); }, path,
        overwrite);
}

/// Codes and numbers only, as in the table of all cells.
Result<std::string> tableText(const Comparison& comparison, const std::string& id,
                              const Text& text) {
    Json accepted = Json::array();
    for (const View::Table& table : furtherTablesOf(comparison)) {
        LongTable made = table.make(comparison);
        if (made.rows.empty() && table.id == id && !table.missing.empty())
            return fail(table.missing);
        if (made.rows.empty()) continue;
        mark(made, comparison, text);
        if (table.id == id) return writeCsv(made);
        accepted.push_back(table.id);
    }
    if (accepted.empty()) return fail("table_none", {{"table", id}});
    return fail("table_unknown", {{"table", id}, {"accepted", std::move(accepted)}});
}

}  // namespace

std::string_view extensionOf(ReportFormat format) {
    constexpr std::string_view extensions[] = {".csv", ".csv",  ".xlsx", ".md",
                                               ".tex", ".html", ".json"};
    return extensions[static_cast<std::size_t>(format)];
}

Result<std::string> reportText(const Comparison& comparison, ReportFormat format,
                               const ReportOptions& options) {
    if (!options.table.empty())
        return format == ReportFormat::Csv
                   ? tableText(comparison, options.table, options.text())
                   : fail("table_needs_csv", {{"table", options.table}, {"format", word(format)}});
    switch (format) {
        case ReportFormat::Csv:
            return writeCsv(comparison, options);
        case ReportFormat::CsvExcel:
            return writeCsvExcel(comparison, options);
        case ReportFormat::Markdown:
            return writeMarkdown(compose(comparison, options));
        case ReportFormat::Latex:
            return writeLatex(compose(comparison, options));
        case ReportFormat::Html:
            return writeHtml(compose(comparison, options));
        case ReportFormat::JsonReport:
            return writeJson(comparison, options);
        case ReportFormat::Xlsx:
            break;
    }
    return fail("format_needs_file", {{"format", word(format)}});
}

Result<std::vector<fs::path>> exportReport(const Comparison& comparison, ReportFormat format,
                                           const ReportOptions& options, const fs::path& path,
                                           bool overwrite) {
    Result<void> written;
    if (format == ReportFormat::Xlsx && options.table.empty()) {
        written = writeWorkbook(comparison, options, path, overwrite);
    } else {
        const auto text = reportText(comparison, format, options);
        written = text ? writeWhole(*text, path, overwrite) : tl::unexpected(text.error());
    }
    if (!written) return tl::unexpected(std::move(written.error()));
    return std::vector<fs::path>{path};
}

}  // namespace duelo
