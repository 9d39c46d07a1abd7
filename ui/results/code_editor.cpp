// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/code_editor.h"

#include <utility>

#include <QFontDatabase>
#include <QFontInfo>
#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QTextBlock>

#include "ui/look/theme.h"
#include "ui/results/code_colours.h"

namespace duelo::ui {

namespace {

const QString kIndent = QStringLiteral("    ");

}  // namespace

class CodeEditor::Margin final : public QWidget {
public:
    explicit Margin(CodeEditor* editor) : QWidget(editor), m_editor(editor) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        m_editor->drawMargin(painter, event->rect());
    }

private:
    CodeEditor* m_editor;
};

CodeEditor::CodeEditor(QWidget* parent) : QPlainTextEdit(parent), m_margin(new Margin(this)) {
    setLineWrapMode(NoWrap);
    new CodeColours(document());
    connect(this, &QPlainTextEdit::updateRequest, m_margin, [this](const QRect& part, int by) {
        by != 0 ? m_margin->scroll(0, by)
                : m_margin->update(0, part.y(), m_margin->width(), part.height());
    });
    connect(document(), &QTextDocument::contentsChange, this, [this](int, int gone, int come) {
        if (!m_marks.empty() && gone != come) setMarks({});
    });
    restyle();
}

void CodeEditor::setMarks(std::map<int, bool> marks) {
    m_marks = std::move(marks);
    restyle();
}

void CodeEditor::goToLine(int line) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid()) return;
    setTextCursor(QTextCursor(block));
    centerCursor();
    setFocus();
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Tab && !textCursor().hasSelection()) {
        textCursor().insertText(
            kIndent.left(kIndent.size() - textCursor().positionInBlock() % kIndent.size()));
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const QString line = textCursor().block().text();
        qsizetype indent = 0;
        while (indent < line.size() && line[indent] == ' ') ++indent;
        textCursor().insertText('\n' +
                                line.left(qMin<qsizetype>(indent, textCursor().positionInBlock())));
        ensureCursorVisible();
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        focusNextChild();
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

/// The font, the room of the numbers and what lies behind the marked lines.
void CodeEditor::restyle() {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPixelSize(QFontInfo(font()).pixelSize());
    document()->setDefaultFont(fixed);
    const int wide = QFontMetrics(fixed).horizontalAdvance("0000 ");
    setViewportMargins(wide, 0, 0, 0);
    m_margin->setGeometry(frameWidth(), frameWidth(), wide, height());
    QList<QTextEdit::ExtraSelection> marked;
    for (const auto& [number, error] : m_marks) {
        const QTextBlock block = document()->findBlockByNumber(number - 1);
        if (!block.isValid()) continue;
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(block);
        line.format.setBackground(error ? tokens().bad_soft : tokens().warn_soft);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        marked.append(line);
    }
    setExtraSelections(marked);
    m_margin->update();
}

void CodeEditor::drawMargin(QPainter& painter, const QRect& part) const {
    painter.fillRect(part, tokens().surface);
    painter.setFont(document()->defaultFont());
    const int letter = painter.fontMetrics().horizontalAdvance('0');
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block)
                               .translated(contentOffset())
                               .translated(0, viewport()->y() - m_margin->y());
        if (box.top() > part.bottom()) break;
        const int number = block.blockNumber() + 1;
        const auto mark = m_marks.find(number);
        painter.setPen(mark == m_marks.end() ? tokens().muted
                       : mark->second        ? tokens().bad_text
                                             : tokens().warn_text);
        painter.drawText(QRectF(0, box.top(), 4 * letter, box.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
    }
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    m_margin->setGeometry(frameWidth(), frameWidth(), m_margin->width(), height());
}

void CodeEditor::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    restyle();
    if (auto* colours = document()->findChild<QSyntaxHighlighter*>()) colours->rehighlight();
}

}  // namespace duelo::ui
