// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/plot.h"

namespace duelo::ui {

/// A line per variant over the cases, the epochs or the steps of a run, and between two lines how
/// many times faster (S0-20).
///
/// Ticks stand at exactly the cases while these are few. The y axis starts at 0, or covers whole
/// decades. What is not measured to its end is grey and outside the line. A variant with a second,
/// dashed line is told by its colour and marker; the legend names it once, and what full and dashed
/// mean. Points that are not finite, or not positive on a log axis, leave a gap.
class LinesChart final : public Plot {
    Q_OBJECT

public:
    explicit LinesChart(QWidget* parent = nullptr);

    void setValue(const LinesValue& value);
    [[nodiscard]] const LinesValue& value() const { return m_value; }
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    [[nodiscard]] bool isEmpty() const override { return duelo::isEmpty(m_value); }

protected:
    [[nodiscard]] std::string xTitle() const override { return m_value.x_title; }
    [[nodiscard]] std::string yTitle() const override { return m_value.y_title; }
    [[nodiscard]] std::vector<LegendEntry> legend() const override;
    [[nodiscard]] AxisScale makeXScale(double width_px) const override;
    [[nodiscard]] AxisScale makeYScale(double height_px) const override;
    [[nodiscard]] PlotMarks makeMarks() override;
    void drawMarks(QPainter& painter) const override;
    [[nodiscard]] std::vector<Spot> spots() const override;

private:
    using Point = LinesValue::Point;
    using Series = LinesValue::Series;

    [[nodiscard]] QPointF share(double x, double y) const;
    [[nodiscard]] QPointF position(const Point& point) const {
        return Plot::position(scales().at(point.x, point.y));
    }
    void addLine(PlotMarks& marks, const Series& series) const;
    void addSigns(PlotMarks& marks, const Series& series) const;
    void addInterval(PlotMarks& marks, const Point& point, const QColor& colour) const;
    [[nodiscard]] QString textOf(const Series& series, const Point& point) const;

    LinesValue m_value;
};

}  // namespace duelo::ui
