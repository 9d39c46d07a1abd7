// SPDX-License-Identifier: Apache-2.0
#include "report/export.h"

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

}  // namespace

std::string_view extensionOf(ReportFormat format) {
    constexpr std::string_view extensions[] = {".csv",  ".csv",  ".xlsx", ".md", ".tex",
                                               ".html", ".json", ".csv",  ".csv"};
    return extensions[static_cast<std::size_t>(format)];
}

Result<std::string> reportText(const Comparison& comparison, ReportFormat format,
                               const ReportOptions& options) {
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
        case ReportFormat::CsvEpochs:
        case ReportFormat::CsvConfusion: {
            const LongTable table =
                tableOf(comparison, format == ReportFormat::CsvEpochs ? "epochs" : "confusion");
            if (table.rows.empty())
                return fail("format_needs_training", {{"format", word(format)}});
            return writeCsv(table);
        }
        case ReportFormat::Xlsx:
            break;
    }
    return fail("format_needs_file", {{"format", word(format)}});
}

Result<std::vector<fs::path>> exportReport(const Comparison& comparison, ReportFormat format,
                                           const ReportOptions& options, const fs::path& path,
                                           bool overwrite) {
    Result<void> written;
    if (format == ReportFormat::Xlsx) {
        written = writeWorkbook(comparison, options, path, overwrite);
    } else {
        const auto text = reportText(comparison, format, options);
        written = text ? writeWhole(*text, path, overwrite) : tl::unexpected(text.error());
    }
    if (!written) return tl::unexpected(std::move(written.error()));
    return std::vector<fs::path>{path};
}

}  // namespace duelo
