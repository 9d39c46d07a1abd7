// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/chart_values.h"

namespace duelo::ui {

/// Counts of pairs as a square of cells, e.g. a confusion matrix as a picture (S2-M09): what is
/// right and what is wrong have a colour each, and the counts are written wherever they fit. With
/// many names every second, third... stands at the edge.
class MatrixChart final : public Chart {
    Q_OBJECT

public:
    explicit MatrixChart(QWidget* parent = nullptr);

    void setValue(const MatrixValue& value);
    [[nodiscard]] const MatrixValue& value() const { return m_value; }
    [[nodiscard]] bool isEmpty() const override { return m_value.names.isEmpty(); }

protected:
    [[nodiscard]] std::unique_ptr<Chart> copy() const override;
    void drawOnce(QPainter& painter, QSizeF size) override;
    void restyle() override { update(); }
    void paintEvent(QPaintEvent* event) override;

private:
    /// The place of the cells and of the names beside them.
    struct Grid {
        QRectF cells;
        double cell_width = 0, cell_height = 0;
        double left = 0, top = 0;  ///< room for the names
        bool upright = false;      ///< the names of the columns are turned
    };
    [[nodiscard]] Grid gridIn(const QRectF& area) const;
    void drawNames(QPainter& painter, const Grid& grid) const;
    void drawCells(QPainter& painter, const Grid& grid) const;

    MatrixValue m_value;
};

}  // namespace duelo::ui
