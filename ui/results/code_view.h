// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/results/numbered_text.h"

namespace duelo::ui {

/// A text of C or CUDA to be read: its lines numbered, its words coloured. Beside another text,
/// lines of its own are marked, and there is room for those that only the other one has.
class CodeView final : public NumberedText {
    Q_OBJECT

public:
    enum class Mark { Same, New, Gone };
    struct Line {
        QString text;
        Mark mark = Mark::Same;
        bool there = true;  ///< false: room for a line of the other text
    };
    explicit CodeView(QWidget* parent = nullptr);

    void setLines(std::vector<Line> lines);

protected:
    /// Without the room for other lines.
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;

private:
    void drawNumbers(QPainter& painter, const QRect& part) const override;
    [[nodiscard]] QList<QTextEdit::ExtraSelection> marks() const override;

    std::vector<Line> m_lines;
};

}  // namespace duelo::ui
