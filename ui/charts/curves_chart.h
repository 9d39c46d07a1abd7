// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPolygonF>

#include "ui/charts/chart_values.h"
#include "ui/charts/plot.h"

namespace duelo::ui {

/// Curves of learning, epoch by epoch, or of the learning-rate finder, step by step on a log axis.
///
/// A variant is a colour and a marker; its full and its dashed line say two things of it, such as
/// validation and training. The legend names the variants, and once what full and dashed mean.
/// Markers stand on the full line, at most a few of them. Values that are not finite leave a gap.
class CurvesChart final : public Plot {
    Q_OBJECT

public:
    explicit CurvesChart(QWidget* parent = nullptr);

    void setValue(const CurvesValue& value);
    [[nodiscard]] const CurvesValue& value() const { return m_value; }
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
    using Series = CurvesValue::Series;

    [[nodiscard]] QPen penOf(int style, bool dashed) const;
    void drawSuggestions(QPainter& painter) const;
    void drawSigns(QPainter& painter, const Series& series) const;

    CurvesValue m_value;
    /// Of each series: the strokes between its gaps, in pixels.
    std::vector<std::vector<QPolygonF>> m_strokes;
};

}  // namespace duelo::ui
