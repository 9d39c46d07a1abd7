// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

class QFrame;

/// Parts of the reading pages (start, guide, glossary, diagnosis). Colours and fonts come from the
/// style sheet by the property "role"; sizes from the font.
namespace duelo::ui {

enum class Role { Body, Title, Heading, Muted };
enum class Tone { Neutral, Good, Warn, Bad };

/// Plain text that wraps; never interprets what came from outside as HTML.
[[nodiscard]] QLabel* makeLabel(const QString& text, Role role, QWidget* parent);
/// A short word on a coloured ground. `wraps` for whole sentences.
[[nodiscard]] QLabel* makePill(const QString& text, Tone tone, QWidget* parent, bool wraps = false);
void setPill(QLabel* pill, const QString& text, Tone tone);
/// An empty frame with a vertical layout.
[[nodiscard]] QFrame* makeCard(QWidget* parent);
[[nodiscard]] QVBoxLayout* layoutOf(QFrame* card);
[[nodiscard]] QPushButton* makeLink(const QString& text, QWidget* parent);
/// Deletes everything in it, nested layouts included.
void clearLayout(QLayout* layout);

/// Gives `area` the body of a page that scrolls, without a frame, and returns it.
[[nodiscard]] QWidget* makeScrollBody(QScrollArea& area);

/// A string of resources/text with parts separated by '|'; always `count` of them.
[[nodiscard]] QStringList textParts(const std::string& text, int count);

/// A link whose text gives way: what does not fit is cut in its middle and stands in the tooltip.
class ElidedLink final : public QPushButton {
public:
    ElidedLink(const QString& text, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void elide();
    [[nodiscard]] QSize sizeFor(const QString& text) const;

    QString m_text;
};

/// A page that scrolls. Its columns are at most about 80 characters wide, because longer lines are
/// hard to follow; they stand side by side where both fit, else one below the other, and what is
/// left of a wide window is margin. The Tab key stops at it while there is something to scroll.
class ScrollPage : public QScrollArea {
    Q_OBJECT

public:
    enum class Columns { One, Two };

    explicit ScrollPage(Columns columns, QWidget* parent = nullptr);

    /// Above the columns, over their whole width.
    [[nodiscard]] QVBoxLayout* top() const { return m_top; }
    [[nodiscard]] QVBoxLayout* first() const { return m_first; }
    /// Null for one column.
    [[nodiscard]] QVBoxLayout* second() const { return m_second; }
    /// The parent of what is put into these layouts.
    [[nodiscard]] QWidget* body() const { return m_body; }
    [[nodiscard]] bool isSideBySide() const;

Q_SIGNALS:
    /// Left and right of the columns, for what has to stand in line with them.
    void sideMarginChanged(int margin_px);

protected:
    /// The page has the focus by that control, and shows it nowhere else: for Qt both have it.
    void handFocusTo(QWidget* control);
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();

    QWidget* m_body;
    QVBoxLayout* m_top;
    QBoxLayout* m_columns;
    QVBoxLayout* m_first;
    QVBoxLayout* m_second = nullptr;
};

}  // namespace duelo::ui
