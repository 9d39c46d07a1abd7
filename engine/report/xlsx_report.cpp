// SPDX-License-Identifier: Apache-2.0
#include "report/xlsx_report.h"

#include <algorithm>
#include <cmath>

namespace duelo {
namespace {

/// Widths in characters; words stand in the first columns of every table.
constexpr double kWidths[] = {46, 34, 34, 26, 26, 30, 16, 16, 16};
constexpr lxw_col_t kLastColumn = 5;  ///< paragraphs reach to here
constexpr lxw_col_t kChartData = 10;  ///< right of everything else
constexpr lxw_row_t kChartRows = 20;
constexpr double kLineHeight = 15;
constexpr int kChartsPerPage = 2;
/// Okabe and Ito's colours, as in the drawings of the HTML report.
constexpr lxw_color_t kSeriesColours[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7};
constexpr std::uint8_t kSeriesDashes[] = {LXW_CHART_LINE_DASH_SOLID, LXW_CHART_LINE_DASH_DASH,
                                          LXW_CHART_LINE_DASH_ROUND_DOT,
                                          LXW_CHART_LINE_DASH_DASH_DOT};

/// Characters that a reader sees, not bytes.
std::size_t lengthOf(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

std::size_t linesFor(std::size_t characters, double width) {
    return static_cast<std::size_t>(
        std::max(1.0, std::ceil(static_cast<double>(characters) * 1.1 / width)));
}

}  // namespace

XlsxReport::XlsxReport(XlsxBook& book, lxw_worksheet* sheet, std::string sheetName,
                       Document document)
    : m_book(book),
      m_sheet(sheet),
      m_sheetName(std::move(sheetName)),
      m_document(std::move(document)) {}

void XlsxReport::write() {
    for (lxw_col_t i = 0; i < std::size(kWidths); ++i)
        worksheet_set_column(m_sheet, i, i, kWidths[i], nullptr);
    worksheet_gridlines(m_sheet, LXW_HIDE_ALL_GRIDLINES);
    worksheet_set_landscape(m_sheet);
    worksheet_set_paper(m_sheet, 9);  // A4
    // Excel leaves our page breaks out when it fits the width; LibreOffice heeds both.
    worksheet_fit_to_pages(m_sheet, 1, 0);
    worksheet_set_footer(m_sheet, "&L&A&R&P / &N");

    if (m_document.declaration) paragraph(*m_document.declaration, m_book.warning);
    worksheet_set_row(m_sheet, m_row, 26, nullptr);
    m_book.string(m_sheet, m_row++, 0, m_document.title, m_book.title);
    worksheet_freeze_panes(m_sheet, m_row, 0);
    for (const auto& [name, value] : m_document.fields) {
        m_book.string(m_sheet, m_row, 0, name, m_book.label);
        m_book.string(m_sheet, m_row++, 1, value, nullptr);
    }
    for (const DocSection& section : m_document.sections) {
        ++m_row;
        const bool drawn =
            !section.blocks.empty() && std::holds_alternative<DocChart>(section.blocks.front());
        if (drawn || section.annex) startPage();
        worksheet_set_row(m_sheet, m_row, 22, nullptr);
        m_book.string(m_sheet, m_row++, 0, section.heading, m_book.heading);
        for (const DocBlock& block : section.blocks)
            std::visit([this](const auto& b) { add(b); }, block);
    }
    worksheet_print_area(m_sheet, 0, 0, m_row, std::size(kWidths) - 1);
    if (m_pages.empty()) return;
    m_pages.push_back(0);  // ends the library's list
    m_book.keep(worksheet_set_h_pagebreaks(m_sheet, m_pages.data()));
}

void XlsxReport::startPage() {
    if (m_row > 0) m_pages.push_back(m_row);
    m_chartsOnPage = 0;
}

void XlsxReport::fitHeight(std::size_t lines) {
    if (lines > 1)
        worksheet_set_row(m_sheet, m_row, kLineHeight * static_cast<double>(lines), nullptr);
}

void XlsxReport::paragraph(const std::string& text, lxw_format* format) {
    double width = 0;
    for (lxw_col_t i = 0; i <= kLastColumn; ++i) width += kWidths[i];
    fitHeight(linesFor(lengthOf(text), width));
    m_book.keep(worksheet_merge_range(m_sheet, m_row, 0, m_row, kLastColumn, "", format));
    m_book.string(m_sheet, m_row, 0, text, format);
    ++m_row;
}

void XlsxReport::add(const DocParagraph& text) {
    paragraph(text.text, text.strong ? m_book.strong : m_book.wrap);
}

void XlsxReport::add(const DocList& list) {
    for (const std::string& item : list.items) paragraph("• " + item, m_book.wrap);
}

void XlsxReport::add(const DocTable& table) {
    if (table.id == "machine") return;  // has a sheet of its own
    ++m_row;
    m_book.string(m_sheet, m_row++, 0, table.title, m_book.label);
    const auto row = [&](auto lengthAt, auto put) {
        std::size_t lines = 1;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            lines = std::max(lines,
                             linesFor(lengthAt(i), kWidths[std::min(i, std::size(kWidths) - 1)]));
            put(i, static_cast<lxw_col_t>(i));
        }
        fitHeight(lines);
        ++m_row;
    };
    row([&](std::size_t i) { return lengthOf(table.columns[i]); },
        [&](std::size_t i, lxw_col_t c) {
            m_book.string(m_sheet, m_row, c, table.columns[i],
                          table.numeric[i] ? m_book.figureHeader : m_book.header);
        });
    for (const auto& cells : table.rows)
        row([&](std::size_t i) { return lengthOf(cells[i].text); },
            [&](std::size_t i, lxw_col_t c) {
                if (cells[i].value)
                    m_book.number(m_sheet, m_row, c, *cells[i].value,
                                  m_book.figures(cells[i].decimals, cells[i].below));
                else
                    m_book.string(m_sheet, m_row, c, cells[i].text,
                                  table.numeric[i] && cells[i].text == "–"
                                      ? m_book.figures(0, false)
                                      : m_book.wrap);
            });
    for (const std::string& note : table.notes) paragraph(note, m_book.wrap);
}

/// Real sizes on the x axis, not 0, 1, 2 (S0-M10); the points stand in cells beside the chart.
void XlsxReport::add(const DocChart& drawing) {
    if (m_chartsOnPage == kChartsPerPage) startPage();
    ++m_chartsOnPage;
    lxw_chart* chart =
        workbook_add_chart(m_book.workbook(), LXW_CHART_SCATTER_STRAIGHT_WITH_MARKERS);
    lxw_chart_font titleFont{};
    titleFont.size = 13;
    titleFont.bold = LXW_TRUE;
    chart_title_set_name(chart, drawing.title.c_str());
    chart_title_set_name_font(chart, &titleFont);
    chart_axis_set_name(chart->x_axis, drawing.x_title.c_str());
    chart_axis_set_name(chart->y_axis, drawing.y_title.c_str());
    chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
    if (drawing.log_x) {
        chart_axis_set_log_base(chart->x_axis, 10);
        // A format of numbers has no raised digits: "1E-07" on every tick, the smallest included.
        chart_axis_set_num_format(chart->x_axis, "0E+00");
    }
    if (drawing.log_y)
        chart_axis_set_log_base(chart->y_axis, 10);
    else
        chart_axis_set_min(chart->y_axis, 0);

    const lxw_row_t first = m_row + 1;
    lxw_col_t column = kChartData;
    std::size_t drawn = 0;
    for (const DocChart::Series& series : drawing.series) {
        const auto y = static_cast<lxw_col_t>(column + 1);
        m_book.string(m_sheet, first - 1, column, drawing.x_title, m_book.header);
        m_book.string(m_sheet, first - 1, y, series.name, m_book.header);
        lxw_row_t r = first;
        for (const auto& [at, value] : series.points) {
            m_book.number(m_sheet, r, column, at, nullptr);
            m_book.number(m_sheet, r++, y, value, nullptr);
        }
        lxw_chart_series* line = chart_add_series(chart, nullptr, nullptr);
        chart_series_set_categories(line, m_sheetName.c_str(), first, column, r - 1, column);
        chart_series_set_values(line, m_sheetName.c_str(), first, y, r - 1, y);
        chart_series_set_name(line, series.name.c_str());
        const bool circle = series.marker == DocChart::Marker::Circle;
        // CPU and GPU by themselves; several variants have a colour and dash each.
        const std::size_t style =
            drawing.series.size() <= 2 ? (circle ? 0 : 1) : drawn++ % std::size(kSeriesColours);
        lxw_chart_line stroke{};
        stroke.color = kSeriesColours[style];
        stroke.width = 2.25F;
        stroke.dash_type = kSeriesDashes[style];
        chart_series_set_line(line, &stroke);
        lxw_chart_line edge{};
        edge.color = stroke.color;
        edge.width = 1.75F;
        chart_series_set_marker_type(line, circle ? LXW_CHART_MARKER_CIRCLE : LXW_CHART_MARKER_X);
        chart_series_set_marker_size(line, 9);
        chart_series_set_marker_line(line, &edge);
        lxw_chart_fill hollow{};
        hollow.none = LXW_TRUE;
        chart_series_set_marker_fill(line, &hollow);
        column = static_cast<lxw_col_t>(column + 2);
    }
    lxw_chart_options place{};
    place.x_scale = 1.5;
    place.y_scale = 1.35;
    std::string description = drawing.description;
    place.description = description.data();
    m_book.keep(worksheet_insert_chart_opt(m_sheet, m_row, 0, chart, &place));
    m_row += kChartRows;
}

}  // namespace duelo
