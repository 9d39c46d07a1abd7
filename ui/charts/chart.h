// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "base/text.h"

namespace duelo::ui {

/// What every chart of Duelo is to its page: a widget that keeps a value, draws it, says it in
/// words to who does not see it, and can be drawn once more on paper.
///
/// Each kind has its own setValue(), which may be called ten times a second: objects are reused and
/// nothing jumps. Charts compute no metric. The widget's accessible name is the title, its
/// accessible description the description of the value; with the keyboard upon a point, the text
/// of that point stands before it.
class Chart : public QWidget {
    Q_OBJECT

public:
    /// Names the chart for assistive technology; the page shows its own headline.
    void setTitle(const QString& title);
    [[nodiscard]] QString title() const { return accessibleName(); }
    /// The value in words.
    [[nodiscard]] QString description() const { return m_description; }

    void setNumberStyle(NumberStyle numbers);
    /// 1: normal. Fonts, lines and markers grow with it; 1.6 is the presentation.
    void setScale(double scale);
    /// Live charts are drawn without smoothed edges: smoothing takes three to four times as long,
    /// on a machine that measures.
    void setLive(bool live);
    /// What stands there while there is no value; one calm sentence.
    void setEmptyText(const QString& text);
    [[nodiscard]] virtual bool isEmpty() const = 0;

    /// Draws the value into `target` in the light colours, whatever the window shows, because
    /// that is printed. `unit`: units of the painter per pixel of a screen, so 12.5 for a PDF of
    /// 1200 dpi. The widget itself is not touched.
    void paintTo(QPainter& painter, const QRectF& target, double unit = 1) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    explicit Chart(QWidget* parent);

    /// Another chart of the same kind and value, never to be shown.
    [[nodiscard]] virtual std::unique_ptr<Chart> copy() const = 0;
    /// Draws into (0, 0, size) in the colours in force.
    virtual void drawOnce(QPainter& painter, QSizeF size) = 0;
    /// Fonts, colours, numbers or sizes have changed.
    virtual void restyle() = 0;

    void setDescription(const QString& description);
    /// Text of the point under the keyboard; empty: none.
    void setSpoken(const QString& point);

    [[nodiscard]] NumberStyle numbers() const { return m_numbers; }
    [[nodiscard]] bool isLive() const { return m_live; }
    [[nodiscard]] QString emptyText() const { return m_emptyText; }
    /// Lengths and fonts of the present scale. Fonts are in pixels, so that they keep their
    /// proportion to the chart on printers and in files.
    [[nodiscard]] double px(double length) const { return length * m_scale; }
    [[nodiscard]] QFont chartFont(double factor = 1, bool bold = false) const;
    void drawEmptyText(QPainter& painter, const QRectF& rect) const;

    void changeEvent(QEvent* event) override;

private:
    QString m_description, m_spoken, m_emptyText;
    NumberStyle m_numbers;
    double m_scale = 1;
    bool m_live = false;
};

}  // namespace duelo::ui
