// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"

namespace duelo::ui {

/// Grids of cells, as every file draws them. It holds no step: who chooses a cell with the mouse,
/// or presses an arrow key, asks for one.
class GridsChart final : public Chart {
    Q_OBJECT

public:
    explicit GridsChart(QWidget* parent = nullptr);

    void setValue(GridsValue value);
    [[nodiscard]] const GridsValue& value() const { return m_value; }
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    [[nodiscard]] bool isEmpty() const override { return duelo::isEmpty(m_value); }
    /// The place of a cell in the widget; empty where there is none.
    [[nodiscard]] QRectF cellAt(std::size_t grid, std::size_t cell) const;

    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void stepChosen(int step);
    void stepsWanted(int by);  ///< onwards, or back
    void playWanted();         ///< or to pause

protected:
    void restyle() override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Returns the step that the cell at this place leads to; absent: there is no such cell.
    [[nodiscard]] std::optional<int> stepAt(const QPointF& place) const;

    GridsValue m_value;
};

}  // namespace duelo::ui
