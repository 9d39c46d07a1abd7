// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/comparison.h"
#include "report/document.h"
#include "report/long_table.h"

/// Each writer turns the same comparison into the bytes of a file. None of them computes, none asks
/// the process's locale, and every text from outside is escaped for the format.
namespace duelo {

/// Writes a CSV for programs: RFC 4180, UTF-8 without byte order mark, comma and point, numbers
/// that read back to the same bits, one line per cell (long_table.h).
[[nodiscard]] std::string writeCsv(const Comparison& comparison, const ReportOptions& options);

/// The same syntax for one of the views' tables.
[[nodiscard]] std::string writeCsv(const LongTable& table);

/// Any table for a spreadsheet, with these titles; see below.
[[nodiscard]] std::string writeCsvExcel(const LongTable& table,
                                        const std::vector<std::string>& titles, char decimal);

/// The same lines for a spreadsheet of the reader's country: byte order mark, titles in words,
/// decimal sign of `options`, no empty column; the separator is ';' where the decimal sign is a
/// comma, else ','.
[[nodiscard]] std::string writeCsvExcel(const Comparison& comparison, const ReportOptions& options);

/// GitHub Flavored Markdown.
[[nodiscard]] std::string writeMarkdown(const Document& document);

/// A complete article that pdflatex, xelatex and lualatex compile; booktabs and siunitx.
[[nodiscard]] std::string writeLatex(const Document& document);

/// One file with style and drawing inside, light and dark, readable without colour or sight.
[[nodiscard]] std::string writeHtml(const Document& document);

/// The comparison itself, for programs; the names are those of the record format.
[[nodiscard]] std::string writeJson(const Comparison& comparison, const ReportOptions& options);

/// Workbook with the sheets report (table and native chart), data, machine, samples and those of
/// the views' tables. Written to `path`, which must not exist. Reasons: "disk_full" {path},
/// "write_failed" {path, message}.
[[nodiscard]] Result<void> writeXlsx(const Comparison& comparison, const ReportOptions& options,
                                     const std::filesystem::path& path);

/// A sheet of lines beside a document.
struct SheetTable {
    std::string name;  ///< one of our words: Excel takes 31 characters
    LongTable table;
    std::vector<std::string> titles;  ///< of its columns
};
/// A workbook of a document that no comparison is behind: its first sheet is the document. Written
/// as the other.
[[nodiscard]] Result<void> writeXlsx(Document document, const std::string& name,
                                     const std::vector<SheetTable>& sheets,
                                     const std::filesystem::path& path);

/// Page: part of an HTML page, light or dark as the page. File: an SVG by itself, on white.
enum class ChartUse { Page, File };

/// The words around a chart that stands by itself, so that it explains itself. Empty ones take no
/// room; long ones wrap.
struct ChartCaption {
    std::string title{}, subtitle{};  ///< the title stands in place of the chart's own
    std::string footer{};             ///< provenance: machine, date, program
    std::string mark{};               ///< across the drawing: Document::watermark
};

/// A drawing of its own and how large it is.
struct SvgDrawing {
    std::string svg;
    double width = 0, height = 0;
};
/// The chart as a drawing of its own, 720 wide and as high as it needs; `idPrefix` keeps ids unique
/// when several stand in one page. Every chart of every file is this one.
[[nodiscard]] std::string chartSvg(const ChartValue& chart, NumberStyle numbers,
                                   const std::string& idPrefix, ChartUse use = ChartUse::Page,
                                   const ChartCaption& caption = {});
/// The same, for who has to make room for it.
[[nodiscard]] SvgDrawing chartDrawing(const ChartValue& chart, NumberStyle numbers,
                                      const std::string& idPrefix, ChartUse use,
                                      const ChartCaption& caption);

}  // namespace duelo
