// SPDX-License-Identifier: Apache-2.0
#include <xlsxwriter.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/stderr_silence.h"
#include "report/c_locale.h"
#include "report/long_table.h"
#include "report/misleading.h"
#include "report/view.h"
#include "report/writers.h"
#include "report/xlsx_report.h"

namespace duelo {
namespace {

constexpr std::size_t kMaxText = 32000;  // Excel holds 32767 characters in a cell
/// The most samples: with more a spreadsheet becomes slow; the record file has them all.
constexpr std::size_t kMaxSamples = 200000;
/// Number of samples that are printed: on paper they are an illustration; all of them would fill
/// hundreds of pages.
constexpr lxw_row_t kPrintedSamples = 100;
constexpr std::uint8_t kA4 = 9;
constexpr std::uint16_t kDataPages = 5;  ///< side by side: the data have some 60 columns

std::string sheetName(const Text& text, const char* code) {
    // Excel refuses names with []:*?/\ or more than 31 characters; the texts are ours.
    return text.word("sheet", code);
}

/// Sets a sheet up for printing: as many pages wide as said, its header row on each.
void setUpPrinting(lxw_worksheet* sheet, lxw_row_t lastHeaderRow, std::uint16_t pagesWide) {
    worksheet_set_paper(sheet, kA4);
    worksheet_set_landscape(sheet);
    worksheet_fit_to_pages(sheet, pagesWide, 0);
    worksheet_repeat_rows(sheet, 0, lastHeaderRow);
    worksheet_set_footer(sheet, "&L&A&R&P / &N");
}

void writeLong(XlsxBook& book, lxw_worksheet* sheet, const LongTable& table,
               const std::vector<std::string>& titles, lxw_row_t firstRow) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < titles.size(); ++i) {
        book.string(sheet, firstRow, static_cast<lxw_col_t>(i), titles[i], book.header);
        widths.push_back(titles[i].size());
    }
    lxw_row_t r = firstRow + 1;
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto column = static_cast<lxw_col_t>(i);
            if (const auto* words = std::get_if<std::string>(&row[i])) {
                book.string(sheet, r, column, *words, nullptr);
                widths[i] = std::max(widths[i], words->size());
            } else if (const auto* whole = std::get_if<std::int64_t>(&row[i])) {
                book.number(sheet, r, column, static_cast<double>(*whole), nullptr);
            } else if (const auto* measured = std::get_if<double>(&row[i])) {
                book.number(sheet, r, column, *measured, nullptr);
            }
        }
        ++r;
    }
    for (std::size_t i = 0; i < widths.size(); ++i)
        worksheet_set_column(sheet, static_cast<lxw_col_t>(i), static_cast<lxw_col_t>(i),
                             static_cast<double>(std::clamp<std::size_t>(widths[i] + 2, 9, 36)),
                             nullptr);
    worksheet_freeze_panes(sheet, firstRow + 1, 0);
    if (!table.rows.empty())
        worksheet_autofilter(sheet, firstRow, 0, r - 1,
                             static_cast<lxw_col_t>(table.columns.size() - 1));
}

void writeMachine(XlsxBook& book, lxw_worksheet* sheet, const Comparison& comparison,
                  const Text& text) {
    const char* titles[] = {"report.column_file", "report.column_property", "report.column_value"};
    constexpr double kWidths[] = {26, 34, 90};
    for (lxw_col_t i = 0; i < 3; ++i) {
        book.string(sheet, 0, i, text(titles[i]), book.header);
        worksheet_set_column(sheet, i, i, kWidths[i], nullptr);
    }
    lxw_row_t r = 1;
    for (const SheetLine& line : machineSheet(comparison, text)) {
        const std::string cells[] = {visibleText(comparison.sources[line.source].file_name),
                                     text.word("machine", line.path), line.value};
        std::size_t lines = 1;
        for (lxw_col_t i = 0; i < 3; ++i) {
            book.string(sheet, r, i, cells[i], book.wrap);
            lines = std::max(lines, linesIn(cells[i], kWidths[i]));
        }
        fitHeight(sheet, r++, lines);
    }
    worksheet_freeze_panes(sheet, 1, 0);
    setUpPrinting(sheet, 0, 1);
}

void writeSamples(XlsxBook& book, lxw_worksheet* sheet, const Comparison& comparison,
                  const Text& text) {
    SampleTable samples = sampleTable(comparison, kMaxSamples);
    const bool cut = samples.table.rows.size() < samples.total;
    samples.table = withoutEmptyColumns(std::move(samples.table));
    mark(samples.table, comparison, text);
    book.string(sheet, 0, 0,
                text(cut ? "report.samples_cut" : "report.samples_all",
                     {{"shown", samples.table.rows.size()}, {"total", samples.total}}),
                nullptr);
    writeLong(book, sheet, samples.table, titlesOf(samples.table, comparison, text), 1);
    setUpPrinting(sheet, 1, 1);
    const std::size_t rows = samples.table.rows.size();
    if (rows <= kPrintedSamples || samples.table.columns.empty()) return;
    worksheet_print_area(sheet, 0, 0, kPrintedSamples + 1,
                         static_cast<lxw_col_t>(samples.table.columns.size() - 1));
    const std::string header =
        "&L" + text("report.samples_printed", {{"shown", kPrintedSamples}, {"total", rows}});
    book.keep(worksheet_set_header(sheet, header.c_str()));
}

}  // namespace

XlsxBook::XlsxBook(lxw_workbook* workbook) : m_workbook(workbook) {
    const auto make = [&](auto set) {
        lxw_format* format = workbook_add_format(workbook);
        format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
        set(format);
        return format;
    };
    title = make([](lxw_format* f) { format_set_bold(f), format_set_font_size(f, 16); });
    heading = make([](lxw_format* f) { format_set_bold(f), format_set_font_size(f, 13); });
    strong = make([](lxw_format* f) { format_set_bold(f), format_set_text_wrap(f); });
    wrap = make([](lxw_format* f) { format_set_text_wrap(f); });
    label = make([](lxw_format* f) { format_set_bold(f); });
    const auto head = [](lxw_format* f) {
        format_set_bold(f);
        format_set_text_wrap(f);
        format_set_bottom(f, LXW_BORDER_THIN);
        format_set_bg_color(f, 0xE8EEF4);
    };
    header = make(head);
    figureHeader = make([&](lxw_format* f) {
        head(f), format_set_align(f, LXW_ALIGN_RIGHT), format_set_indent(f, 1);
    });
    warning = make([](lxw_format* f) {
        format_set_bold(f);
        format_set_text_wrap(f);
        format_set_border(f, LXW_BORDER_MEDIUM);
        format_set_border_color(f, 0x8A3B00);
    });
}

lxw_format* XlsxBook::figures(int decimals) {
    auto& format = m_figures[decimals];
    if (format) return format;
    std::string code = "0";
    if (decimals > 0) code += "." + std::string(static_cast<std::size_t>(decimals), '0');
    format = workbook_add_format(m_workbook);
    format_set_num_format(format, code.c_str());
    format_set_align(format, LXW_ALIGN_RIGHT);
    format_set_indent(format, 1);  // words may stand in the next column
    format_set_align(format, LXW_ALIGN_VERTICAL_TOP);
    return format;
}

void XlsxBook::string(lxw_worksheet* sheet, lxw_row_t row, lxw_col_t column, std::string text,
                      lxw_format* format) {
    if (text.size() > kMaxText) {
        text.resize(kMaxText);
        text = visibleText(text);  // the cut may have split a character
    }
    if (text.empty()) return;
    keep(worksheet_write_string(sheet, row, column, text.c_str(), format));
}

void XlsxBook::number(lxw_worksheet* sheet, lxw_row_t row, lxw_col_t column, double value,
                      lxw_format* format) {
    if (std::isfinite(value)) keep(worksheet_write_number(sheet, row, column, value, format));
}

void XlsxBook::keep(lxw_error error) {
    if (m_error == LXW_NO_ERROR) m_error = error;
}

namespace {

/// A workbook at `path` with the sheets that `fill` puts into it.
template <typename Fill>
Result<void> writeBook(const std::filesystem::path& path, std::string title, const Fill& fill) {
    // The library prints numbers with printf, so a comma locale would break every one of them.
    const CLocale point;
    std::string temporary = path.parent_path().string();
    lxw_workbook_options settings{};
    settings.tmpdir = temporary.empty() ? nullptr : temporary.data();
    lxw_workbook* workbook = workbook_new_opt(path.string().c_str(), &settings);
    int error = 0;
    const auto failed = [&](const char* message) {
        return fail(error == ENOSPC ? "disk_full" : "write_failed",
                    {{"path", path.string()}, {"message", message}}, message);
    };
    if (!workbook) return failed("out of memory");

    XlsxBook book(workbook);
    lxw_doc_properties properties{};
    properties.title = title.data();
    // The same comparison gives the same bytes: the date is that of the measurement.
    properties.created = 946684800;
    workbook_set_properties(workbook, &properties);
    fill(book);

    const auto close = [&] {
        const StderrSilence silent;  // what is printed there is returned too
        errno = 0;
        const lxw_error closed = workbook_close(workbook);  // frees the workbook whatever happens
        error = errno;
        return closed;
    };
    const lxw_error closed = close();
    if (closed != LXW_NO_ERROR) return failed(lxw_strerror(closed));
    if (book.error() != LXW_NO_ERROR) return failed(lxw_strerror(book.error()));
    return {};
}

}  // namespace

Result<void> writeXlsx(Document document, const std::string& name,
                       const std::vector<SheetTable>& sheets, const std::filesystem::path& path) {
    std::string title = document.title;
    return writeBook(path, std::move(title), [&](XlsxBook& book) {
        const auto add = [&](const std::string& sheet) {
            return workbook_add_worksheet(book.workbook(), sheet.c_str());
        };
        XlsxReport(book, add(name), name, std::move(document)).write();
        for (const SheetTable& one : sheets) {
            lxw_worksheet* sheet = add(one.name);
            writeLong(book, sheet, one.table, one.titles, 0);
            setUpPrinting(sheet, 0, kDataPages);
        }
    });
}

Result<void> writeXlsx(const Comparison& comparison, const ReportOptions& options,
                       const std::filesystem::path& path) {
    const Text text = options.text();
    Document report = compose(comparison, options);
    std::string title = report.title;
    return writeBook(path, std::move(title), [&](XlsxBook& book) {
        const auto add = [&](const char* code) {
            return workbook_add_worksheet(book.workbook(), sheetName(text, code).c_str());
        };
        XlsxReport(book, add("report"), sheetName(text, "report"), std::move(report)).write();
        lxw_worksheet* data = add("data");
        const LongTable cells = withoutEmptyColumns(longTable(comparison, text, options.fields));
        writeLong(book, data, cells, titlesOf(cells, comparison, text), 0);
        setUpPrinting(data, 0, kDataPages);
        writeMachine(book, add("machine"), comparison, text);
        writeSamples(book, add("samples"), comparison, text);
        for (const View::Table& table : furtherTablesOf(comparison)) {
            if (!table.has_sheet) continue;
            LongTable lines = withoutEmptyColumns(table.make(comparison));
            if (lines.rows.empty()) continue;
            mark(lines, comparison, text);
            lxw_worksheet* sheet = add(table.id.c_str());
            writeLong(book, sheet, lines, titlesOf(lines, comparison, text), 0);
            setUpPrinting(sheet, 0, 1);
        }
    });
}

}  // namespace duelo
