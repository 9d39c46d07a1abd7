// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include <QPlainTextEdit>

namespace duelo::ui {

/// A text of C or CUDA to be written: its lines numbered, its words coloured, lines that somebody
/// has something to say of marked. Tab indents by four spaces, a new line as the one above; Esc
/// leaves it, for whoever moves by keyboard.
class CodeEditor final : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit CodeEditor(QWidget* parent = nullptr);

    /// By line from 1; true is an error. Gone when the text changes.
    void setMarks(std::map<int, bool> marks);
    void goToLine(int line);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Margin;

    void drawMargin(QPainter& painter, const QRect& part) const;
    void restyle();

    std::map<int, bool> m_marks;
    Margin* m_margin;
};

}  // namespace duelo::ui
