// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/pdf_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/export/pdf_page.h"

namespace duelo::ui {
namespace {

constexpr double kLargest_pt = 9, kLargestWide_pt = 8, kReference_pt = 7, kSmallest_pt = 4.5,
                 kStep_pt = 0.5;
constexpr std::size_t kWideColumns = 6;
constexpr double kPaddingX_pt = 4, kPaddingY_pt = 2.5;
/// A word that is longer than this part of the page (a path, a hash) may be broken.
constexpr double kLongWord = 0.2;
constexpr std::size_t kBalancedRows = 60;  ///< enough to tell where the long texts stand

QString shown(const std::string& text) {
    return QString::fromStdString(text).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

double linesIn(double width, const std::vector<double>& words, double space) {
    double lines = 1, used = 0;
    for (const double word : words) {
        if (used > 0 && used + space + word > width) {
            ++lines;
            used = 0;
        }
        if (word > width) lines += std::floor(word / width);
        used += (used > 0 ? space : 0) + std::fmod(word, width);
    }
    return lines;
}

}  // namespace

PdfTable::PdfTable(const PdfPage& page, const DocTable& table, NumberStyle numbers)
    : m_table(table), m_columns(table.columns.size()), m_titleFont(page.font(9.5, true)) {
    split(numbers);
    double points = table.reference                       ? kReference_pt
                    : table.columns.size() > kWideColumns ? kLargestWide_pt
                                                          : kLargest_pt;
    while (!fits(page, points) && points > kSmallest_pt) points -= kStep_pt;
    share(page);
    wrap(page, m_header, m_bold);
    for (Row& row : m_rows) wrap(page, row, m_font);
    m_title = page.wrapped(shown(table.title), m_titleFont, page.width());
    m_titleLine = page.lineHeight(m_titleFont);
}

void PdfTable::split(NumberStyle numbers) {
    for (const std::string& title : m_table.columns) {
        Cell& cell = m_header.emplace_back();
        cell.lines = QStringList(shown(title));
    }
    for (const auto& cells : m_table.rows) {
        Row& row = m_rows.emplace_back();
        for (std::size_t i = 0; i < m_columns.size() && i < cells.size(); ++i) {
            Cell& cell = row.emplace_back();
            const QString text = shown(cells[i].text);
            cell.lines = QStringList(text);
            if (!m_table.numeric[i]) continue;
            cell.figure = cells[i].value.has_value();
            cell.inWords = !cell.figure && text != QStringLiteral("–");
            const auto sign = text.indexOf(QLatin1Char(numbers.decimal));
            cell.whole = sign < 0 ? text : text.left(sign);
            cell.rest = sign < 0 ? QString() : text.mid(sign);
        }
        row.resize(m_columns.size());
    }
}

/// Whether every column has room for its longest word at this size.
bool PdfTable::fits(const PdfPage& page, double points) {
    m_font = page.font(points);
    m_bold = page.font(points, true);
    m_italic = page.font(points, false, true);
    m_line = page.lineHeight(m_font);
    m_padding = page.pt(kPaddingX_pt * points / kLargest_pt);
    measure(page);
    const double least =
        std::accumulate(m_columns.begin(), m_columns.end(), 0.0,
                        [](double sum, const Column& column) { return sum + column.least; });
    return least <= page.width();
}

void PdfTable::measure(const PdfPage& page) {
    const double longWord = page.width() * kLongWord;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        Column& column = m_columns[i];
        column = {};
        double whole = 0;
        const auto words = [&](const QString& text, const QFont& font) {
            for (const QString& word : text.split(QLatin1Char(' ')))
                column.least = std::max(column.least, std::min(page.widthOf(word, font), longWord));
            column.most = std::max(column.most, page.widthOf(text, font));
        };
        words(m_header[i].lines.front(), m_bold);
        for (const Row& row : m_rows) {
            const Cell& cell = row[i];
            if (cell.figure) {
                whole = std::max(whole, page.widthOf(cell.whole, m_font));
                column.rest = std::max(column.rest, page.widthOf(cell.rest, m_font));
            } else if (!cell.lines.isEmpty()) {
                words(cell.lines.front(), cell.inWords ? m_italic : m_font);
            }
        }
        // Half a point more, so that rounding never breaks the longest text.
        column.least = std::max(column.least, whole + column.rest) + 2 * m_padding + page.pt(0.5);
        column.most = std::max(column.most + 2 * m_padding + page.pt(0.5), column.least);
    }
}

/// Each column as wide as its longest text, but none wider than a common limit, which is as large
/// as the page allows; then width moves to where it saves most lines.
void PdfTable::share(const PdfPage& page) {
    const double room = page.width();
    const auto widthAt = [&](double limit) {
        double sum = 0;
        for (Column& column : m_columns) {
            column.width = std::max(column.least, std::min(column.most, limit));
            sum += column.width;
        }
        return sum;
    };
    if (const double least = widthAt(0); least > room) {
        for (Column& column : m_columns) column.width *= room / least;
    } else if (widthAt(room) > room) {
        double low = 0, high = room;
        for (int i = 0; i < 40; ++i) {
            const double middle = (low + high) / 2;
            (widthAt(middle) > room ? high : low) = middle;
        }
        widthAt(low);
        balance(page);
    }
    double x = 0;
    for (Column& column : m_columns) {
        column.x = x;
        x += column.width;
    }
}

/// Moves width between columns while that makes the table shorter.
void PdfTable::balance(const PdfPage& page) {
    std::vector<std::vector<std::vector<double>>> words;  // their widths, by row and column
    const double space = page.widthOf(QStringLiteral(" "), m_font);
    const auto add = [&](const Row& row, const QFont& font) {
        auto& cells = words.emplace_back(row.size());
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!row[i].figure && !row[i].lines.isEmpty())
                for (const QString& word : row[i].lines.front().split(QLatin1Char(' ')))
                    cells[i].push_back(page.widthOf(word, font));
    };
    add(m_header, m_bold);
    for (std::size_t r = 0; r < std::min(m_rows.size(), kBalancedRows); ++r) add(m_rows[r], m_font);
    const auto height = [&] {
        double lines = 0;
        for (const auto& row : words) {
            double most = 1;
            for (std::size_t i = 0; i < row.size(); ++i)
                most = std::max(most, linesIn(m_columns[i].width - 2 * m_padding, row[i], space));
            lines += most;
        }
        return lines;
    };
    double shortest = height();
    const auto moves = [&](Column& from, Column& to, double step) {
        if (&from == &to || from.width - step < from.least || to.width >= to.most) return false;
        from.width -= step;
        to.width += step;
        const double now = height();
        if (now >= shortest) {
            from.width += step;
            to.width -= step;
            return false;
        }
        shortest = now;
        return true;
    };
    // A small step alone may save no line where a large one does.
    for (bool better = true; better;) {
        better = false;
        for (const double part : {0.16, 0.08, 0.04, 0.02})
            for (Column& from : m_columns)
                for (Column& to : m_columns) better |= moves(from, to, part * page.width());
    }
}

void PdfTable::wrap(const PdfPage& page, Row& row, const QFont& font) const {
    for (std::size_t i = 0; i < row.size(); ++i) {
        Cell& cell = row[i];
        const double inner = m_columns[i].width - 2 * m_padding;
        if (cell.lines.isEmpty() || cell.lines.front().isEmpty()) continue;
        if (cell.figure && page.widthOf(cell.whole, font) + m_columns[i].rest <= inner) continue;
        cell.figure = false;  // where even the smallest type is too wide, it wraps like a word
        cell.lines = page.wrapped(cell.lines.front(), cell.inWords ? m_italic : font, inner);
    }
}

int PdfTable::linesOf(const Row& row) {
    qsizetype lines = 1;
    for (const Cell& cell : row) lines = std::max(lines, cell.lines.size());
    return static_cast<int>(lines);
}

double PdfTable::heightOf(const PdfPage& page, const Row& row) const {
    return linesOf(row) * m_line + 2 * page.pt(kPaddingY_pt);
}

double PdfTable::headHeight(const PdfPage& page, double tail) const {
    return static_cast<double>(m_title.size()) * m_titleLine + page.pt(3) +
           heightOf(page, m_header) + keptHeight(page, 0, tail);
}

double PdfTable::keptHeight(const PdfPage& page, std::size_t row, double tail) const {
    double height = 0;
    for (; row < m_rows.size(); ++row) {
        height += heightOf(page, m_rows[row]);
        if (mayPartBelow(m_table, row)) return height;
    }
    return height + tail;
}

void PdfTable::draw(PdfPage& page, double tail, const std::function<bool()>& isWanted) const {
    page.keep(headHeight(page, tail));
    for (const QString& line : m_title) {
        page.keep(m_titleLine);
        page.text(0, page.top(), line, m_titleFont);
        page.advance(m_titleLine);
    }
    page.advance(page.pt(3));
    drawHeader(page);
    for (std::size_t i = 0; i < m_rows.size() && isWanted(); ++i)
        drawRow(page, m_rows[i], keptHeight(page, i, tail), isWanted);
}

void PdfTable::drawHeader(PdfPage& page) const {
    const int lines = linesOf(m_header);
    const double padding = page.pt(kPaddingY_pt), height = heightOf(page, m_header);
    const double width = m_columns.empty() ? 0 : m_columns.back().x + m_columns.back().width;
    page.fill(page.box(0, page.top(), width, height), paper::soft);
    for (int line = 0; line < lines; ++line)
        drawLine(page, m_header, line, m_bold, page.top() + padding + line * m_line);
    page.advance(height);
    page.rule(0, page.top(), width, page.pt(0.9), paper::ink);
}

void PdfTable::drawRow(PdfPage& page, const Row& row, double height,
                       const std::function<bool()>& isWanted) const {
    const int lines = linesOf(row);
    const double padding = page.pt(kPaddingY_pt), own = heightOf(page, row);
    const double onAnEmptyPage = page.fullRoom() - heightOf(page, m_header);
    const auto turn = [&] {
        page.startPage();
        drawHeader(page);
    };
    if (height > onAnEmptyPage) height = own;
    if (height <= onAnEmptyPage && height > page.room()) turn();
    page.advance(padding);
    for (int line = 0; line < lines && isWanted(); ++line) {
        if (page.room() < m_line + padding) turn();
        drawLine(page, row, line, m_font, page.top());
        page.advance(m_line);
    }
    page.advance(padding);
    const double width = m_columns.empty() ? 0 : m_columns.back().x + m_columns.back().width;
    page.rule(0, page.top(), width, page.pt(0.4));
}

void PdfTable::drawLine(PdfPage& page, const Row& row, int line, const QFont& font,
                        double y) const {
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Cell& cell = row[i];
        if (line >= cell.lines.size()) continue;
        const Column& column = m_columns[i];
        const double left = column.x + m_padding, right = column.x + column.width - m_padding;
        if (cell.figure) {
            const double sign = right - column.rest;
            page.text(sign - page.widthOf(cell.whole, font), y, cell.whole, font);
            page.text(sign, y, cell.rest, font);
        } else if (m_table.numeric[i] && !cell.inWords) {
            page.text(right - page.widthOf(cell.lines[line], font), y, cell.lines[line], font);
        } else {
            page.text(left, y, cell.lines[line], cell.inWords ? m_italic : font);
        }
    }
}

}  // namespace duelo::ui
