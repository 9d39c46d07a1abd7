// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include <QFont>
#include <QStringList>

#include "report/document.h"

namespace duelo::ui {

class PdfPage;

/// A table laid out for a page's width: nothing is cut off. Words wrap, then the type gets smaller.
/// Figures stand with their decimal signs below each other. It may break between two rows, and
/// inside a row that is longer than a page; the header row is repeated on each page.
class PdfTable {
public:
    PdfTable(const PdfPage& page, const DocTable& table, NumberStyle numbers);

    /// Returns the height of title, header and the rows that stay with them. Notes are not drawn;
    /// `tail` is their height, which stays with the last rows.
    [[nodiscard]] double headHeight(const PdfPage& page, double tail) const;
    /// Leaves the rest undone once it is not wanted: a thread that lays out a long table must end
    /// before the fonts of a program that is leaving.
    void draw(PdfPage& page, double tail, const std::function<bool()>& isWanted) const;

private:
    struct Cell {
        QStringList lines;
        QString whole, rest;  ///< of a figure: up to the decimal sign, and from it
        bool figure = false, inWords = false;
    };
    struct Column {
        double least = 0, most = 0;  ///< width of the longest word; of the longest text
        double rest = 0;             ///< room right of the decimal signs
        double x = 0, width = 0;
    };
    using Row = std::vector<Cell>;

    void split(NumberStyle numbers);
    [[nodiscard]] bool fits(const PdfPage& page, double points);
    void measure(const PdfPage& page);
    void share(const PdfPage& page);
    void balance(const PdfPage& page);
    void wrap(const PdfPage& page, Row& row, const QFont& font) const;
    [[nodiscard]] static int linesOf(const Row& row);
    void drawHeader(PdfPage& page) const;
    [[nodiscard]] double heightOf(const PdfPage& page, const Row& row) const;
    /// Returns the height of this row and of those that stay on one page with it (mayPartBelow()).
    [[nodiscard]] double keptHeight(const PdfPage& page, std::size_t row, double tail) const;
    /// `height`: of it and of what must follow it on its page.
    void drawRow(PdfPage& page, const Row& row, double height,
                 const std::function<bool()>& isWanted) const;
    void drawLine(PdfPage& page, const Row& row, int line, const QFont& font, double y) const;

    const DocTable& m_table;
    Row m_header;
    std::vector<Row> m_rows;
    std::vector<Column> m_columns;
    QStringList m_title;
    QFont m_font, m_bold, m_italic, m_titleFont;
    double m_padding = 0, m_line = 0, m_titleLine = 0;
};

}  // namespace duelo::ui
