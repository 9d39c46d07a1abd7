// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/odt_report.h"

#include <numeric>
#include <vector>

#include <QBuffer>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentWriter>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>

#include "ui/export/chart_image.h"
#include "ui/export/pdf_page.h"
#include "ui/look/settings.h"

namespace duelo::ui {
namespace {

constexpr double kBody_pt = 11, kSmall_pt = 9, kHeading_pt = 14, kTitle_pt = 20;
/// Of a table: A4 between its margins. Shares of it in percent no reader of such files knows.
constexpr double kChartWidth_px = 560, kTableWidth_px = 640;

/// Puts a document into one of Qt's, block by block and as plain text: nothing in it is markup.
class OdtText {
public:
    explicit OdtText(const Document& document) : m_document(document), m_cursor(&m_text) {
        m_text.setMetaInformation(QTextDocument::DocumentTitle, qs(document.title));
        m_text.setUndoRedoEnabled(false);
    }

    const QTextDocument& make() {
        if (m_document.declaration) boxed(qs(*m_document.declaration), true);
        line(qs(m_document.title), format(kTitle_pt, true), 1);
        for (const auto& [name, value] : m_document.fields) field(qs(name), qs(value));
        if (m_document.contents) {
            line(qs(contentsTitle(m_document)), format(kBody_pt, true));
            for (const DocSection& section : m_document.sections)
                line(qs(section.heading), format(kBody_pt));
        }
        for (const DocSection& section : m_document.sections) {
            line(qs(section.heading), format(kHeading_pt, true), 2);
            for (const DocBlock& block : section.blocks)
                std::visit([this](const auto& b) { put(b); }, block);
        }
        return m_text;
    }

private:
    static QTextCharFormat format(double size_pt, bool bold = false) {
        QTextCharFormat out;
        out.setFontPointSize(size_pt);
        if (bold) out.setFontWeight(QFont::Bold);
        return out;
    }

    /// A new block, but for the empty one that a document begins with.
    void block(int heading = 0) {
        QTextBlockFormat out;
        out.setBottomMargin(heading > 0 ? 8 : 5);
        out.setTopMargin(heading > 1 ? 14 : 0);
        out.setHeadingLevel(heading);
        if (m_began)
            m_cursor.insertBlock(out);
        else
            m_cursor.setBlockFormat(out);
        m_began = true;
    }

    void line(const QString& words, const QTextCharFormat& how, int heading = 0) {
        block(heading);
        m_cursor.insertText(words, how);
    }

    void field(const QString& name, const QString& value) {
        line(name + ": ", format(kBody_pt, true));
        m_cursor.insertText(value, format(kBody_pt));
    }

    void boxed(const QString& words, bool bold) {
        QTextTableFormat out;
        out.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        out.setBorder(1);
        out.setCellPadding(5);
        out.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        QTextTable* box = m_cursor.insertTable(1, 1, out);
        box->cellAt(0, 0).firstCursorPosition().insertText(words, format(kBody_pt, bold));
        leave();
    }

    /// Behind the table that the cursor stands in.
    void leave() {
        m_cursor.movePosition(QTextCursor::End);
        m_began = true;
    }

    void put(const DocParagraph& paragraph) {
        if (paragraph.boxed) return boxed(qs(paragraph.text), false);
        line(qs(paragraph.text), format(kBody_pt, paragraph.strong));
    }

    void put(const DocList& list) {
        for (const std::string& item : list.items)
            line(QString::fromUtf8("• ") + qs(item), format(kBody_pt));
    }

    /// By what stands in it: no word is broken where that can be helped, and sentences get more
    /// room than figures.
    static QList<QTextLength> widthsOf(const DocTable& table, bool small) {
        constexpr qsizetype kSentence = 26, kPad = 2;
        constexpr double kSmallLetter_px = 6.4, kLetter_px = 7.2;  // of the widest usual sans serif
        std::vector<double> least, wanted;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            qsizetype word = 1, most = 1;
            const auto look = [&](const std::string& cell) {
                const QString words = qs(cell);
                for (const QString& one : words.split(' ')) word = qMax(word, one.size());
                most = qMax(most, qMin(words.size(), kSentence));
            };
            for (const QString& one : qs(table.columns[i]).split(' '))
                word = qMax(word, one.size() + one.size() / 8 + 1);  // in bold
            for (const auto& row : table.rows) look(row[i].text);
            least.push_back(static_cast<double>(qMin(word, kSentence) + kPad));
            wanted.push_back(static_cast<double>(qMin(qMax(most, word), 2 * kSentence) + kPad));
        }
        const auto sumOf = [](const std::vector<double>& chars) {
            return std::accumulate(chars.begin(), chars.end(), 0.0);
        };
        // Where not all finds room, what is beyond the longest words is shared out.
        const double room = kTableWidth_px / (small ? kSmallLetter_px : kLetter_px) - sumOf(least),
                     more = sumOf(wanted) - sumOf(least);
        const double share = more > 0 ? qBound(0.0, room / more, 1.0) : 0;
        std::vector<double> chars = least;
        for (std::size_t i = 0; i < chars.size(); ++i) chars[i] += share * (wanted[i] - least[i]);
        QList<QTextLength> widths;
        for (const double one : chars)
            widths << QTextLength(QTextLength::FixedLength, kTableWidth_px * one / sumOf(chars));
        return widths;
    }

    void put(const DocTable& table) {
        line(qs(table.title), format(kBody_pt, true));
        QTextTableFormat out;
        out.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        out.setBorder(0.5);
        out.setCellSpacing(0);
        out.setCellPadding(3);
        out.setHeaderRowCount(1);
        out.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        const auto columns = static_cast<int>(table.columns.size());
        const bool small = table.reference || columns > 6;
        out.setColumnWidthConstraints(widthsOf(table, small));
        QTextTable* made =
            m_cursor.insertTable(static_cast<int>(table.rows.size()) + 1, columns, out);
        const auto cell = [&](int row, int column, const std::string& words, bool bold) {
            QTextCursor at = made->cellAt(row, column).firstCursorPosition();
            QTextBlockFormat side;
            if (table.numeric[static_cast<std::size_t>(column)]) side.setAlignment(Qt::AlignRight);
            at.setBlockFormat(side);
            at.insertText(qs(words), format(small ? kSmall_pt : kBody_pt - 1, bold));
        };
        for (int c = 0; c < columns; ++c)
            cell(0, c, table.columns[static_cast<std::size_t>(c)], true);
        for (std::size_t r = 0; r < table.rows.size(); ++r)
            for (std::size_t c = 0; c < table.rows[r].size(); ++c)
                cell(static_cast<int>(r) + 1, static_cast<int>(c), table.rows[r][c].text, false);
        leave();
        for (const std::string& note : table.notes) line(qs(note), format(kSmall_pt));
    }

    void put(const ChartValue& chart) {
        const QImage pixels =
            ChartImage(chart, m_document.numbers, {.mark = m_document.watermark}).pixels();
        const QString name = QStringLiteral("chart%1").arg(++m_charts);
        m_text.addResource(QTextDocument::ImageResource, QUrl(name), pixels);
        QTextImageFormat picture;
        picture.setName(name);
        picture.setWidth(kChartWidth_px);
        picture.setHeight(kChartWidth_px * pixels.height() / pixels.width());
        block();
        m_cursor.insertImage(picture);
        line(qs(descriptionOf(chart)), format(kSmall_pt));
    }

    const Document& m_document;
    QTextDocument m_text;
    QTextCursor m_cursor;
    bool m_began = false;
    int m_charts = 0;
};

}  // namespace

Result<std::string> odtOf(const Document& document) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    OdtText text(document);
    QTextDocumentWriter writer(&buffer, "ODF");
    if (!writer.write(&text.make()))
        return fail("write_failed", {{"path", ".odt"}}, buffer.errorString().toStdString());
    return bytes.toStdString();
}

}  // namespace duelo::ui
