// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace duelo::ui {

/// A text of C or CUDA: its words coloured, in the fixed font, with a margin for the numbers of its
/// lines. What these are, and which lines are marked, says who derives from it.
class NumberedText : public QPlainTextEdit {
    Q_OBJECT

protected:
    /// The margin is as wide as `widest`. Constructors of derived classes end with restyle().
    NumberedText(const QString& widest, QWidget* parent);

    /// Into the margin, whose ground is painted and whose font is set.
    virtual void drawNumbers(QPainter& painter, const QRect& part) const = 0;
    [[nodiscard]] virtual QList<QTextEdit::ExtraSelection> marks() const = 0;
    /// A line over its whole width.
    [[nodiscard]] static QTextEdit::ExtraSelection markOf(const QTextBlock& line,
                                                          const QColor& behind);
    /// The font, the room of the numbers and what lies behind the marked lines.
    void restyle();
    /// From the text's own place to the margin's.
    [[nodiscard]] QRectF boxInMargin(const QTextBlock& line) const;

    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Margin;

    const QString m_widest;
    Margin* m_margin;
};

}  // namespace duelo::ui
