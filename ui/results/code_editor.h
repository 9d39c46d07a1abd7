// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "ui/results/numbered_text.h"

namespace duelo::ui {

/// A text of C or CUDA to be written: its lines numbered, its words coloured, lines that somebody
/// has something to say of marked. Tab indents by four spaces, a new line as the one above; Esc
/// leaves it, for whoever moves by keyboard.
class CodeEditor final : public NumberedText {
    Q_OBJECT

public:
    explicit CodeEditor(QWidget* parent = nullptr);

    /// By line from 1; true is an error. Gone when the text changes.
    void setMarks(std::map<int, bool> marks);
    void goToLine(int line);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void drawNumbers(QPainter& painter, const QRect& part) const override;
    [[nodiscard]] QList<QTextEdit::ExtraSelection> marks() const override;

    std::map<int, bool> m_marks;
};

}  // namespace duelo::ui
