// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/chart_values.h"
#include "ui/charts/label_placer.h"
#include "ui/charts/plot.h"

class QLineSeries;

namespace duelo::ui {

/// Time over size, a line per variant, and between two lines how many times faster (S0-20).
///
/// Ticks stand at exactly the measured sizes. The y axis starts at 0, or covers whole decades. What
/// is not measured to its end is grey and outside the line. Points that are not finite, or not
/// positive on a log axis, are left out.
class LinesChart final : public Plot {
    Q_OBJECT

public:
    explicit LinesChart(QWidget* parent = nullptr);

    void setValue(const LinesValue& value);
    [[nodiscard]] const LinesValue& value() const { return m_value; }
    [[nodiscard]] bool isEmpty() const override;

protected:
    [[nodiscard]] std::unique_ptr<Chart> copy() const override;
    [[nodiscard]] QString xTitle() const override { return m_value.x_title; }
    [[nodiscard]] QString yTitle() const override { return m_value.y_title; }
    [[nodiscard]] std::vector<LegendEntry> legend() const override;
    [[nodiscard]] AxisScale makeXScale(double width_px) const override;
    [[nodiscard]] AxisScale makeYScale(double height_px) const override;
    void placeSeries() override;
    void drawMarks(QPainter& painter) const override;
    [[nodiscard]] std::vector<Spot> spots() const override;

private:
    using Point = ChartSeries::Point;

    [[nodiscard]] bool shows(const Point& point) const { return Plot::shows(point.x, point.y); }
    [[nodiscard]] QPointF position(const Point& point) const;
    [[nodiscard]] double markerSize() const { return px(9); }
    void drawInterval(QPainter& painter, const Point& point, const QColor& color) const;
    void drawPoints(QPainter& painter, const ChartSeries& series) const;
    [[nodiscard]] LabelPlacer freePlaces() const;
    /// Where the text of a ratio may stand, the best first: beside its dotted line, above, below.
    [[nodiscard]] std::vector<QRectF> ratioPlaces(QPointF top, QPointF bottom, QSizeF size) const;
    void drawRatios(QPainter& painter) const;
    [[nodiscard]] QString textOf(const ChartSeries& series, const Point& point) const;

    LinesValue m_value;
    std::vector<QLineSeries*> m_lines;  ///< one per series, owned by the chart
};

}  // namespace duelo::ui
