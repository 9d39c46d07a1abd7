// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPlainTextEdit>

namespace duelo::ui {

/// A text of C or CUDA to be read: its lines numbered, its words coloured. Beside another text,
/// lines of its own are marked, and there is room for those that only the other one has.
class CodeView final : public QPlainTextEdit {
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
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Margin;

    void drawMargin(QPainter& painter, const QRect& part) const;
    void restyle();

    std::vector<Line> m_lines;
    Margin* m_margin;
};

}  // namespace duelo::ui
