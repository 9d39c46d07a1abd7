// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/numbered_text.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QPaintEvent>
#include <QPainter>
#include <QTextBlock>

#include "ui/look/theme.h"
#include "ui/results/code_colours.h"

namespace duelo::ui {

class NumberedText::Margin final : public QWidget {
public:
    explicit Margin(NumberedText* text) : QWidget(text), m_text(text) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        painter.fillRect(event->rect(), tokens().surface);
        painter.setFont(m_text->document()->defaultFont());
        m_text->drawNumbers(painter, event->rect());
    }

private:
    NumberedText* m_text;
};

NumberedText::NumberedText(const QString& widest, QWidget* parent)
    : QPlainTextEdit(parent), m_widest(widest), m_margin(new Margin(this)) {
    setLineWrapMode(NoWrap);
    new CodeColours(document());
    connect(this, &QPlainTextEdit::updateRequest, m_margin, [this](const QRect& part, int by) {
        by != 0 ? m_margin->scroll(0, by)
                : m_margin->update(0, part.y(), m_margin->width(), part.height());
    });
}

QTextEdit::ExtraSelection NumberedText::markOf(const QTextBlock& line, const QColor& behind) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(line);
    mark.format.setBackground(behind);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    return mark;
}

void NumberedText::restyle() {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPixelSize(QFontInfo(font()).pixelSize());
    document()->setDefaultFont(fixed);
    const int wide = QFontMetrics(fixed).horizontalAdvance(m_widest);
    setViewportMargins(wide, 0, 0, 0);
    m_margin->setGeometry(frameWidth(), frameWidth(), wide, height());
    setExtraSelections(marks());
    m_margin->update();
}

QRectF NumberedText::boxInMargin(const QTextBlock& line) const {
    return blockBoundingGeometry(line)
        .translated(contentOffset())
        .translated(0, viewport()->y() - m_margin->y());
}

void NumberedText::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    m_margin->setGeometry(frameWidth(), frameWidth(), m_margin->width(), height());
}

void NumberedText::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    restyle();
    if (auto* colours = document()->findChild<QSyntaxHighlighter*>()) colours->rehighlight();
}

}  // namespace duelo::ui
