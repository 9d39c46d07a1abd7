// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab_report/answer_editor.h"

#include <QAbstractTextDocumentLayout>
#include <QMimeData>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QTextBlock>
#include <QTextDocumentFragment>

#include "ui/look/letters.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kLeastLines = 3;
/// The property that marks the blank behind a citation. With a format of its own the blank is one
/// step of undo with the citation, and not with what is typed next.
constexpr int kBehindCitation = QTextFormat::UserProperty + 20;

/// Returns the words of a document with the tokens of its citations.
QString wordsIn(const QTextDocument& document) {
    QString out;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block != document.begin()) out += '\n';
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextFragment fragment = part.fragment();
            const QString id = fragment.charFormat().stringProperty(CitationObject::kId);
            if (id.isEmpty()) {
                out += fragment.text();
                continue;
            }
            // Neighbours of the same format are one fragment.
            for (const QChar c : fragment.text())
                out += c == QChar::ObjectReplacementCharacter ? qs(tokenOf(id.toStdString()))
                                                              : QString(c);
        }
    }
    return out.replace(QChar::LineSeparator, '\n').replace(QChar::Nbsp, ' ');
}

bool isInWord(const QTextCursor& cursor) {
    const QTextDocument& text = *cursor.document();
    return text.characterAt(cursor.position() - 1).isLetterOrNumber() &&
           text.characterAt(cursor.position()).isLetterOrNumber();
}

}  // namespace

AnswerEditor::AnswerEditor(CitationObject::Source source,
                           std::function<bool(const QString& id)> known, QWidget* parent)
    : QTextEdit(parent), m_source(source), m_known(std::move(known)) {
    setAcceptRichText(false);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    document()->documentLayout()->registerHandler(CitationObject::kType,
                                                  new CitationObject(std::move(source), this));
    connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this,
            &AnswerEditor::updateGeometry);
    connect(this, &QTextEdit::textChanged, this, &AnswerEditor::takeEdit);
}

QString AnswerEditor::answer() const {
    return wordsIn(*document());
}

void AnswerEditor::setAnswer(const QString& answer) {
    const QScopedValueRollback setting(m_setting, true);
    clear();
    QTextCursor cursor(document());
    insertWords(cursor, answer);
    document()->clearUndoRedoStacks();
}

void AnswerEditor::insertCitation(const QString& id) {
    QTextCursor cursor = textCursor();
    cursor.beginEditBlock();
    cursor.removeSelectedText();
    // Neither parts what is written: a box follows its paragraph, a figure the word.
    if (m_source(id).box)
        cursor.movePosition(QTextCursor::EndOfBlock);
    else if (isInWord(cursor))
        cursor.movePosition(QTextCursor::EndOfWord);
    // Qt makes a line as high as a box that did not fit upon it and went to the next.
    if (m_source(id).box && !cursor.atBlockStart()) cursor.insertBlock();
    cursor.insertText(QString(QChar::ObjectReplacementCharacter), CitationObject::formatOf(id));
    QTextCharFormat behind;
    behind.setProperty(kBehindCitation, true);
    cursor.insertText(" ", behind);
    cursor.endEditBlock();
    setTextCursor(cursor);
    setCurrentCharFormat(QTextCharFormat());
}

void AnswerEditor::refresh() {
    document()->markContentsDirty(0, document()->characterCount());
    viewport()->update();
}

void AnswerEditor::insertWords(QTextCursor& cursor, const QString& words) {
    static const QRegularExpression token("\\[\\[([^\\[\\]]+)\\]\\]");
    // A sign that stands for an object would be none: nobody knows of what.
    QString plain = words;
    plain.remove(QChar::ObjectReplacementCharacter);
    cursor.beginEditBlock();
    qsizetype at = 0;
    for (auto found = token.globalMatch(plain); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        if (!m_known(one.captured(1))) continue;
        cursor.insertText(plain.mid(at, one.capturedStart() - at), QTextCharFormat());
        cursor.insertText(QString(QChar::ObjectReplacementCharacter),
                          CitationObject::formatOf(one.captured(1)));
        at = one.capturedEnd();
    }
    cursor.insertText(plain.mid(at), QTextCharFormat());
    cursor.endEditBlock();
}

void AnswerEditor::takeEdit() {
    if (m_setting) return;
    const std::size_t chars = charsOf(answer().toStdString());
    if (chars > kMaxTextChars) {
        const QScopedValueRollback setting(m_setting, true);
        QTextCursor cursor = textCursor();
        const auto excess = static_cast<int>(chars - kMaxTextChars);
        cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor, excess);
        cursor.removeSelectedText();
        Q_EMIT full();
    }
    Q_EMIT edited();
}

QSize AnswerEditor::sizeHint() const {
    const int least = kLeastLines * fontMetrics().lineSpacing();
    const auto words = static_cast<int>(document()->size().height());
    const QMargins frame = contentsMargins();
    return {QTextEdit::sizeHint().width(),
            qMax(least, words) + frame.top() + frame.bottom() + fontMetrics().height() / 2};
}

QSize AnswerEditor::minimumSizeHint() const {
    return {letters_px(fontMetrics(), 20), sizeHint().height()};
}

QMimeData* AnswerEditor::createMimeDataFromSelection() const {
    QTextDocument part;
    QTextCursor(&part).insertFragment(textCursor().selection());
    auto* words = new QMimeData;
    words->setText(wordsIn(part));
    return words;
}

bool AnswerEditor::canInsertFromMimeData(const QMimeData* source) const {
    return source->hasText();
}

void AnswerEditor::insertFromMimeData(const QMimeData* source) {
    QTextCursor cursor = textCursor();
    cursor.removeSelectedText();
    insertWords(cursor, source->text());
    setTextCursor(cursor);
    ensureCursorVisible();
}

void AnswerEditor::focusInEvent(QFocusEvent* event) {
    QTextEdit::focusInEvent(event);
    Q_EMIT focused();
}

void AnswerEditor::mouseReleaseEvent(QMouseEvent* event) {
    QTextEdit::mouseReleaseEvent(event);
    const int at = document()->documentLayout()->hitTest(event->position(), Qt::ExactHit);
    if (at < 0 || textCursor().hasSelection()) return;
    QTextCursor sign(document());
    sign.setPosition(qMin(at + 1, document()->characterCount() - 1));
    const QString id = sign.charFormat().stringProperty(CitationObject::kId);
    if (!id.isEmpty()) Q_EMIT citationClicked(id, event->globalPosition().toPoint());
}

void AnswerEditor::resizeEvent(QResizeEvent* event) {
    QTextEdit::resizeEvent(event);
    updateGeometry();
}

void AnswerEditor::changeEvent(QEvent* event) {
    QTextEdit::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::PaletteChange) return;
    refresh();
    updateGeometry();
}

}  // namespace duelo::ui
