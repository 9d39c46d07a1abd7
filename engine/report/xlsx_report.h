// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xlsxwriter.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "report/document.h"

namespace duelo {

/// A workbook with the formats of the report. Texts are written as texts and never become
/// formulas; the first error is kept.
class XlsxBook {
public:
    explicit XlsxBook(lxw_workbook* workbook);

    void string(lxw_worksheet* sheet, lxw_row_t row, lxw_col_t column, std::string text,
                lxw_format* format);
    void number(lxw_worksheet* sheet, lxw_row_t row, lxw_col_t column, double value,
                lxw_format* format);
    [[nodiscard]] lxw_format* figures(int decimals);
    [[nodiscard]] lxw_workbook* workbook() const { return m_workbook; }
    [[nodiscard]] lxw_error error() const { return m_error; }
    void keep(lxw_error error);

    lxw_format *title, *heading, *label, *strong, *wrap, *header, *figureHeader, *warning;

private:
    lxw_workbook* m_workbook;
    std::map<int, lxw_format*> m_figures;
    lxw_error m_error = LXW_NO_ERROR;
};

/// Returns the number of lines that a text takes in a column that is so many characters wide.
[[nodiscard]] std::size_t linesIn(const std::string& text, double width);
/// Makes a row high enough for its lines: not every program that opens a workbook makes room for
/// text that breaks.
void fitHeight(lxw_worksheet* sheet, lxw_row_t row, std::size_t lines);

/// The first sheet: the document from top to bottom, with native charts.
class XlsxReport {
public:
    XlsxReport(XlsxBook& book, lxw_worksheet* sheet, std::string sheetName, Document document);
    void write();

private:
    void paragraph(const std::string& text, lxw_format* format);
    void add(const DocParagraph& paragraph);
    void add(const DocList& list);
    void add(const DocTable& table);
    void add(const ChartValue& chart);
    /// A native chart with its title, at the present row; placed once its data are there.
    [[nodiscard]] lxw_chart* beginChart(std::uint8_t kind, const std::string& title);
    void placeChart(lxw_chart* chart, std::string description);
    void addBars(const BarsValue& chart);
    void addLines(const LinesValue& chart);
    void addLine(lxw_chart* chart, const LinesValue& value, const LinesValue::Series& series,
                 lxw_col_t column);
    /// Lets what follows begin a page on paper.
    void startPage();

    XlsxBook& m_book;
    lxw_worksheet* m_sheet;
    std::string m_sheetName;
    Document m_document;
    lxw_row_t m_row = 0;
    std::vector<lxw_row_t> m_pages;  ///< rows that begin one
    int m_chartsOnPage = 0;
    /// Right of everything else; the data of every chart have columns of their own, because they
    /// may be longer than the chart is high.
    lxw_col_t m_dataColumn = 0;
};

}  // namespace duelo
