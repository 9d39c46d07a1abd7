// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/code_view.h"

#include <utility>

#include <QFontDatabase>
#include <QFontInfo>
#include <QMimeData>
#include <QPaintEvent>
#include <QPainter>
#include <QStringList>
#include <QTextBlock>

#include "ui/look/theme.h"
#include "ui/results/code_colours.h"

namespace duelo::ui {

namespace {

QColor behind(CodeView::Mark mark) {
    return mark == CodeView::Mark::New ? tokens().good_soft : tokens().bad_soft;
}

}  // namespace

class CodeView::Margin final : public QWidget {
public:
    explicit Margin(CodeView* view) : QWidget(view), m_view(view) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        m_view->drawMargin(painter, event->rect());
    }

private:
    CodeView* m_view;
};

CodeView::CodeView(QWidget* parent) : QPlainTextEdit(parent), m_margin(new Margin(this)) {
    setReadOnly(true);
    setTabChangesFocus(true);
    setLineWrapMode(NoWrap);
    // A cursor, so that text is chosen with the keyboard too.
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    new CodeColours(document());
    connect(this, &QPlainTextEdit::updateRequest, m_margin, [this](const QRect& part, int by) {
        by != 0 ? m_margin->scroll(0, by)
                : m_margin->update(0, part.y(), m_margin->width(), part.height());
    });
    restyle();
}

void CodeView::setLines(std::vector<Line> lines) {
    m_lines = std::move(lines);
    QStringList text;
    for (const Line& line : m_lines) text << line.text;
    setPlainText(text.join('\n'));
    restyle();
}

/// The font, the room of the numbers and what lies behind the lines.
void CodeView::restyle() {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPixelSize(QFontInfo(font()).pixelSize());
    document()->setDefaultFont(fixed);
    const int wide = QFontMetrics(fixed).horizontalAdvance("0000 + ");
    setViewportMargins(wide, 0, 0, 0);
    m_margin->setGeometry(frameWidth(), frameWidth(), wide, height());
    QList<QTextEdit::ExtraSelection> marked;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (m_lines[i].there && m_lines[i].mark == Mark::Same) continue;
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(i)));
        line.format.setBackground(m_lines[i].there ? behind(m_lines[i].mark)
                                                   : tokens().neutral_soft);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        marked.append(line);
    }
    setExtraSelections(marked);
    m_margin->update();
}

void CodeView::drawMargin(QPainter& painter, const QRect& part) const {
    painter.fillRect(part, tokens().surface);
    painter.setFont(document()->defaultFont());
    const int letter = painter.fontMetrics().horizontalAdvance('0');
    int number = 0;
    std::size_t at = 0;
    for (QTextBlock block = document()->firstBlock(); block.isValid() && at < m_lines.size();
         block = block.next(), ++at) {
        const Line& line = m_lines[at];
        if (!line.there) continue;
        ++number;
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
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

void CodeView::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    m_margin->setGeometry(frameWidth(), frameWidth(), m_margin->width(), height());
}

void CodeView::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    restyle();
    if (auto* colours = document()->findChild<QSyntaxHighlighter*>()) colours->rehighlight();
}

}  // namespace duelo::ui
