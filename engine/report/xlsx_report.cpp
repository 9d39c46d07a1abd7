// SPDX-License-Identifier: Apache-2.0
#include "report/xlsx_report.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "report/chart_layout.h"
#include "report/series_look.h"

namespace duelo {
namespace {

/// Widths in characters; words stand in the first columns of every table.
constexpr double kWidths[] = {40, 34, 34, 26, 24, 24, 34, 40, 16};
constexpr lxw_col_t kLastColumn = 5;  ///< paragraphs reach to here
constexpr lxw_row_t kChartRows = 20;
constexpr double kLineHeight = 15;
constexpr int kChartsPerPage = 2;
/// The markers of a workbook, by Marker.
constexpr std::uint8_t kMarkers[] = {LXW_CHART_MARKER_CIRCLE,  LXW_CHART_MARKER_X,
                                     LXW_CHART_MARKER_SQUARE,  LXW_CHART_MARKER_TRIANGLE,
                                     LXW_CHART_MARKER_DIAMOND, LXW_CHART_MARKER_PLUS};

/// The nearest of the dashes that a workbook knows.
std::uint8_t dashOf(const SeriesLook& look) {
    if (look.dashes[0] <= 0) return LXW_CHART_LINE_DASH_SOLID;
    if (look.dashes[2] > 0)
        return look.dashes[4] > 0 ? LXW_CHART_LINE_DASH_LONG_DASH_DOT_DOT
                                  : LXW_CHART_LINE_DASH_DASH_DOT;
    if (look.dashes[0] < 2) return LXW_CHART_LINE_DASH_ROUND_DOT;
    return look.dashes[0] < 6 ? LXW_CHART_LINE_DASH_DASH : LXW_CHART_LINE_DASH_LONG_DASH;
}

/// These have a sheet of their own.
bool isOfMachine(const DocTable& table) {
    return table.id.starts_with("machine");
}

lxw_color_t lineColour(const SeriesLook& look) {
    return static_cast<lxw_color_t>(std::stoul(std::string(look.light.substr(1)), nullptr, 16));
}

}  // namespace

std::size_t linesIn(const std::string& text, double width) {
    return static_cast<std::size_t>(
        std::max(1.0, std::ceil(static_cast<double>(letterCount(text)) * 1.1 / width)));
}

void fitHeight(lxw_worksheet* sheet, lxw_row_t row, std::size_t lines) {
    if (lines > 1) worksheet_set_row(sheet, row, kLineHeight * static_cast<double>(lines), nullptr);
}

XlsxReport::XlsxReport(XlsxBook& book, lxw_worksheet* sheet, std::string sheetName,
                       Document document)
    : m_book(book),
      m_sheet(sheet),
      m_sheetName(std::move(sheetName)),
      m_document(std::move(document)) {}

void XlsxReport::write() {
    std::size_t widest = std::size(kWidths);  // a confusion matrix has a column for each class
    for (const DocSection& section : m_document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* table = std::get_if<DocTable>(&block); table && !isOfMachine(*table))
                widest = std::max(widest, table->columns.size());
    m_dataColumn = static_cast<lxw_col_t>(widest + 1);
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
            !section.blocks.empty() && std::holds_alternative<ChartValue>(section.blocks.front());
        if (drawn || section.annex) startPage();
        worksheet_set_row(m_sheet, m_row, 22, nullptr);
        m_book.string(m_sheet, m_row++, 0, section.heading, m_book.heading);
        for (const DocBlock& block : section.blocks)
            std::visit([this](const auto& b) { add(b); }, block);
    }
    worksheet_print_area(m_sheet, 0, 0, m_row, static_cast<lxw_col_t>(widest - 1));
    if (m_pages.empty()) return;
    m_pages.push_back(0);  // ends the library's list
    m_book.keep(worksheet_set_h_pagebreaks(m_sheet, m_pages.data()));
}

void XlsxReport::startPage() {
    if (m_row > 0) m_pages.push_back(m_row);
    m_chartsOnPage = 0;
}

void XlsxReport::paragraph(const std::string& text, lxw_format* format) {
    double width = 0;
    for (lxw_col_t i = 0; i <= kLastColumn; ++i) width += kWidths[i];
    fitHeight(m_sheet, m_row, linesIn(text, width));
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
    if (isOfMachine(table)) return;
    ++m_row;
    m_book.string(m_sheet, m_row++, 0, table.title, m_book.label);
    const auto row = [&](auto textAt, auto put) {
        std::size_t lines = 1;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            lines =
                std::max(lines, linesIn(textAt(i), kWidths[std::min(i, std::size(kWidths) - 1)]));
            put(i, static_cast<lxw_col_t>(i));
        }
        fitHeight(m_sheet, m_row++, lines);
    };
    row([&](std::size_t i) { return table.columns[i]; },
        [&](std::size_t i, lxw_col_t c) {
            m_book.string(m_sheet, m_row, c, table.columns[i],
                          table.numeric[i] ? m_book.figureHeader : m_book.header);
        });
    for (const auto& cells : table.rows)
        row([&](std::size_t i) { return cells[i].text; },
            [&](std::size_t i, lxw_col_t c) {
                if (cells[i].value)
                    m_book.number(m_sheet, m_row, c, *cells[i].value,
                                  m_book.figures(cells[i].decimals));
                else
                    // A figure that is no number of the sheet ("2·10⁻⁷") stands as those do; a
                    // reason is read from the left.
                    m_book.string(m_sheet, m_row, c, cells[i].text,
                                  table.numeric[i] && cells[i].text.find(' ') == std::string::npos
                                      ? m_book.figures(0)
                                      : m_book.wrap);
            });
    for (const std::string& note : table.notes) paragraph(note, m_book.wrap);
}

void XlsxReport::add(const ChartValue& chart) {
    if (const auto* lines = std::get_if<LinesValue>(&chart)) return addLines(*lines);
    const auto* bars = std::get_if<BarsValue>(&chart);
    const bool whole =
        bars && std::ranges::all_of(bars->bars, [](const auto& bar) { return bar.parts.empty(); });
    if (whole) return addBars(*bars);
    paragraph(titleOf(chart) + ". " + descriptionOf(chart), m_book.wrap);
}

lxw_chart* XlsxReport::beginChart(std::uint8_t kind, const std::string& title) {
    if (m_chartsOnPage == kChartsPerPage) startPage();
    ++m_chartsOnPage;
    lxw_chart* chart = workbook_add_chart(m_book.workbook(), kind);
    lxw_chart_font titleFont{};
    titleFont.size = 13;
    titleFont.bold = LXW_TRUE;
    chart_title_set_name(chart, title.c_str());
    chart_title_set_name_font(chart, &titleFont);
    return chart;
}

void XlsxReport::placeChart(lxw_chart* chart, std::string description) {
    lxw_chart_options place{};
    place.x_scale = 1.5;
    place.y_scale = 1.35;
    place.description = description.data();
    m_book.keep(worksheet_insert_chart_opt(m_sheet, m_row, 0, chart, &place));
    m_row += kChartRows;
}

/// The first bar at the top, each in the colour of its series; what is said of it stands beside its
/// time in the cells.
void XlsxReport::addBars(const BarsValue& drawing) {
    lxw_chart* chart = beginChart(LXW_CHART_BAR, drawing.title);
    chart_legend_set_position(chart, LXW_CHART_LEGEND_NONE);
    chart_axis_set_name(chart->y_axis, "ms");
    chart_axis_set_reverse(chart->x_axis);
    const lxw_col_t names = m_dataColumn;
    const auto times = static_cast<lxw_col_t>(names + 1);
    m_dataColumn = static_cast<lxw_col_t>(names + 3);
    m_book.string(m_sheet, m_row, times, "ms", m_book.header);
    lxw_row_t row = m_row;
    std::vector<lxw_chart_fill> fills(drawing.bars.size());
    std::vector<lxw_chart_point> points(drawing.bars.size());
    std::vector<lxw_chart_point*> ends;
    for (std::size_t i = 0; i < drawing.bars.size(); ++i) {
        const BarsValue::Bar& bar = drawing.bars[i];
        m_book.string(m_sheet, ++row, names,
                      bar.group.empty() ? bar.name : bar.group + ", " + bar.name, nullptr);
        m_book.number(m_sheet, row, times, bar.drawnMs(), nullptr);
        m_book.string(m_sheet, row, static_cast<lxw_col_t>(times + 1), bar.text, nullptr);
        fills[i].color = lineColour(seriesLook(bar.style));
        points[i].fill = &fills[i];
        ends.push_back(&points[i]);
    }
    ends.push_back(nullptr);  // ends the library's list
    lxw_chart_series* series = chart_add_series(chart, nullptr, nullptr);
    chart_series_set_categories(series, m_sheetName.c_str(), m_row + 1, names, row, names);
    chart_series_set_values(series, m_sheetName.c_str(), m_row + 1, times, row, times);
    chart_series_set_points(series, ends.data());
    placeChart(chart, drawing.description);
}

/// Real sizes on the x axis, not 0, 1, 2 (S0-M10); the points stand in cells beside the chart.
void XlsxReport::addLines(const LinesValue& drawing) {
    lxw_chart* chart = beginChart(LXW_CHART_SCATTER_STRAIGHT_WITH_MARKERS, drawing.title);
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
        chart_axis_set_min(chart->y_axis, drawing.y_range ? drawing.y_range->low : 0);
    if (drawing.y_range) chart_axis_set_max(chart->y_axis, drawing.y_range->high);

    for (const LinesValue::Series& series : drawing.series) {
        addLine(chart, drawing, series, m_dataColumn);
        m_dataColumn = static_cast<lxw_col_t>(m_dataColumn + 2);
    }
    placeChart(chart, drawing.description);
}

void XlsxReport::addLine(lxw_chart* chart, const LinesValue& value,
                         const LinesValue::Series& series, lxw_col_t column) {
    const lxw_row_t first = m_row + 1;
    const auto y = static_cast<lxw_col_t>(column + 1);
    const std::string name = value.lineName(series);
    m_book.string(m_sheet, first - 1, column, value.x_title, m_book.header);
    m_book.string(m_sheet, first - 1, y, name, m_book.header);
    lxw_row_t row = first;
    for (const LinesValue::Point& point : series.points) {
        if (!value.shows(point)) continue;
        m_book.number(m_sheet, row, column, point.x, nullptr);
        m_book.number(m_sheet, row++, y, point.y, nullptr);
    }
    if (row == first) return;
    lxw_chart_series* line = chart_add_series(chart, nullptr, nullptr);
    chart_series_set_categories(line, m_sheetName.c_str(), first, column, row - 1, column);
    chart_series_set_values(line, m_sheetName.c_str(), first, y, row - 1, y);
    chart_series_set_name(line, name.c_str());
    const SeriesLook& look = seriesLook(series.style);
    lxw_chart_line stroke{};
    stroke.color = lineColour(look);
    stroke.width = series.dashed ? 1.5F : 2.25F;
    // The dashes of a second line tell what it is of, as in every drawing.
    constexpr std::uint8_t kSecond = LXW_CHART_LINE_DASH_DASH, kFull = LXW_CHART_LINE_DASH_SOLID;
    stroke.dash_type = series.dashed ? kSecond : value.hasDashed() ? kFull : dashOf(look);
    chart_series_set_line(line, &stroke);
    lxw_chart_line edge{};
    edge.color = stroke.color;
    edge.width = 1.75F;
    constexpr std::uint8_t kNone = LXW_CHART_MARKER_NONE;
    chart_series_set_marker_type(line, series.dashed && !series.marked
                                           ? kNone
                                           : kMarkers[static_cast<std::size_t>(markerOf(series))]);
    chart_series_set_marker_size(line, 9);
    chart_series_set_marker_line(line, &edge);
    lxw_chart_fill hollow{};
    hollow.none = LXW_TRUE;
    chart_series_set_marker_fill(line, &hollow);
}

}  // namespace duelo
