// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "base/text.h"
#include "report/chart_value.h"
#include "ui/charts/painter_canvas.h"

namespace duelo::ui {

/// A chart on a page: a widget that keeps a value, draws it live and describes it in words for
/// those who cannot see it. On paper and in files the value is drawn by chartSvg().
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
    /// Live charts are drawn without smoothed edges: smoothing takes three to four times as long,
    /// on a machine that measures.
    void setLive(bool live);
    /// Sets what stands in the chart's place while there is no value; one calm sentence.
    void setEmptyText(const QString& text);
    /// The value that the chart shows, under the widget's title.
    [[nodiscard]] virtual ChartValue chartValue() const = 0;
    [[nodiscard]] virtual bool isEmpty() const = 0;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    [[nodiscard]] NumberStyle numbers() const { return m_numbers; }
    [[nodiscard]] bool isLive() const { return m_live; }
    /// A length beside letters of 12 px, as long as the widget's letters make it: lines and markers
    /// grow with the text, in a presentation too.
    [[nodiscard]] double px(double length) const;
    /// Returns a font with its size in pixels, so that it keeps its proportion to the chart on
    /// printers and in files.
    [[nodiscard]] QFont chartFont(double factor = 1, bool bold = false) const;
    /// Returns a canvas as wide as the widget, with its fonts.
    [[nodiscard]] PainterCanvas canvasOn(QPainter* painter) const {
        return {painter, chartFont(), static_cast<double>(width()), m_numbers};
    }

Q_SIGNALS:
    /// A figure that is measured was clicked, or Enter was pressed upon it.
    void cellChosen(const duelo::CellAt& cell);

protected:
    explicit Chart(QWidget* parent);

    /// Fonts, colours, numbers or sizes have changed.
    virtual void restyle() = 0;

    void setDescription(const std::string& description);
    template <typename Value>
    [[nodiscard]] Value titled(Value value) const {
        if (!title().isEmpty()) value.title = title().toStdString();
        return value;
    }
    /// Text of the point under the keyboard; empty: none.
    void setSpoken(const QString& point);
    /// The cursor tells whether a click does anything.
    void setClickable(bool clickable);

    [[nodiscard]] QString emptyText() const { return m_emptyText; }
    void drawEmptyText(QPainter& painter, const QRectF& rect) const;

    void changeEvent(QEvent* event) override;

private:
    QString m_description, m_spoken, m_emptyText;
    NumberStyle m_numbers;
    bool m_live = false;
};

}  // namespace duelo::ui
