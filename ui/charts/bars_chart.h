// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/charts/bars_view.h"
#include "ui/charts/chart.h"

namespace duelo::ui {

/// Where time goes (S2-M06, P-03): bars below each other on one scale from 0, each with its name
/// above and its time behind, made of parts that colour and pattern each tell apart. More bars than
/// find room are left out, and a line says how many.
///
/// A click on a bar that is measured, or Up and Down with the keyboard and Enter, asks how its time
/// was obtained.
///
/// A BarsView draws the bars; names, times, intervals and the legend stand around them as in files
/// (report/chart_drawing.h).
class BarsChart final : public Chart {
    Q_OBJECT

public:
    /// Fitted: as high as its bars need, for a card; else as high as its place.
    enum class Height { OfPlace, Fitted };
    explicit BarsChart(Height height, QWidget* parent = nullptr);

    void setValue(const BarsValue& value);
    [[nodiscard]] const BarsValue& value() const { return m_value; }
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    /// Without a bar of any length.
    [[nodiscard]] bool isEmpty() const override { return duelo::isEmpty(m_value); }

    [[nodiscard]] bool hasHeightForWidth() const override { return m_fitted; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] BarRows rowsOn(PainterCanvas& canvas) const;
    void lay();
    void drawAround(QPainter& painter) const;
    /// A row that is seen and whose bar is measured.
    [[nodiscard]] bool isMeasured(std::size_t row) const;
    [[nodiscard]] std::optional<std::size_t> rowAt(double y) const;
    void select(std::optional<std::size_t> row);
    void choose();

    BarsValue m_value;
    BarRows m_rows;
    std::optional<std::size_t> m_row;  ///< under mouse or keyboard, one that is measured
    bool m_byKey = false;
    const bool m_fitted;
    BarsView m_view;
};

}  // namespace duelo::ui
