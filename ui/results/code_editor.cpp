// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/code_editor.h"

#include <utility>

#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

const QString kIndent = QStringLiteral("    ");

}  // namespace

CodeEditor::CodeEditor(QWidget* parent) : NumberedText(QStringLiteral("0000 "), parent) {
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

QList<QTextEdit::ExtraSelection> CodeEditor::marks() const {
    QList<QTextEdit::ExtraSelection> marked;
    for (const auto& [number, error] : m_marks) {
        const QTextBlock line = document()->findBlockByNumber(number - 1);
        if (line.isValid())
            marked.append(markOf(line, error ? tokens().bad_soft : tokens().warn_soft));
    }
    return marked;
}

void CodeEditor::drawNumbers(QPainter& painter, const QRect& part) const {
    const int letter = painter.fontMetrics().horizontalAdvance('0');
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = boxInMargin(block);
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

}  // namespace duelo::ui
