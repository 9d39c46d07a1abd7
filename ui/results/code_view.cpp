// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/code_view.h"

#include <utility>

#include <QMimeData>
#include <QPainter>
#include <QStringList>
#include <QTextBlock>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

QColor behind(CodeView::Mark mark) {
    return mark == CodeView::Mark::New ? tokens().good_soft : tokens().bad_soft;
}

}  // namespace

CodeView::CodeView(QWidget* parent) : NumberedText(QStringLiteral("0000 + "), parent) {
    setReadOnly(true);
    setTabChangesFocus(true);
    // A cursor, so that text is chosen with the keyboard too.
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    restyle();
}

void CodeView::setLines(std::vector<Line> lines) {
    m_lines = std::move(lines);
    QStringList text;
    for (const Line& line : m_lines) text << line.text;
    setPlainText(text.join('\n'));
    restyle();
}

QList<QTextEdit::ExtraSelection> CodeView::marks() const {
    QList<QTextEdit::ExtraSelection> marked;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        if (line.there && line.mark == Mark::Same) continue;
        marked.append(markOf(document()->findBlockByNumber(static_cast<int>(i)),
                             line.there ? behind(line.mark) : tokens().neutral_soft));
    }
    return marked;
}

void CodeView::drawNumbers(QPainter& painter, const QRect& part) const {
    const int letter = painter.fontMetrics().horizontalAdvance('0');
    int number = 0;
    std::size_t at = 0;
    for (QTextBlock block = document()->firstBlock(); block.isValid() && at < m_lines.size();
         block = block.next(), ++at) {
        const Line& line = m_lines[at];
        if (!line.there) continue;
        ++number;
        const QRectF box = boxInMargin(block);
        if (box.top() > part.bottom() || box.bottom() < part.top()) continue;
        const QRectF digits(0, box.top(), 4 * letter, box.height());
        painter.setPen(tokens().muted);
        painter.drawText(digits, Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        if (line.mark == Mark::Same) continue;
        painter.setPen(line.mark == Mark::New ? tokens().good_text : tokens().bad_text);
        painter.drawText(digits.translated(1.5 * letter, 0), Qt::AlignRight | Qt::AlignVCenter,
                         line.mark == Mark::New ? "+" : "−");
    }
}

QMimeData* CodeView::createMimeDataFromSelection() const {
    const QTextCursor chosen = textCursor();
    const int from = chosen.selectionStart(), to = chosen.selectionEnd();
    QStringList text;
    for (QTextBlock block = document()->findBlock(from); block.isValid() && block.position() <= to;
         block = block.next()) {
        const auto at = static_cast<std::size_t>(block.blockNumber());
        if (at < m_lines.size() && !m_lines[at].there) continue;
        const int first = qMax(0, from - block.position()), last = to - block.position();
        text << block.text().mid(first, last - first);
    }
    auto* copied = new QMimeData;
    copied->setText(text.join('\n'));
    return copied;
}

}  // namespace duelo::ui
