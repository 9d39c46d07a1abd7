// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPolygonF>

#include "ui/charts/plot.h"

namespace duelo::ui {

/// The samples in the order of measurement: drift, steps and hiccups (G23: a million of them).
///
/// The line goes through the samples that count and the axis covers them. Those that do not are
/// grey crosses; one beyond the axis is a grey triangle at its edge. More samples than pixels are
/// painted as one stroke per column of pixels, which takes less than half of a Qt series of the
/// decimated points (bench_charts).
class CourseChart final : public Plot {
    Q_OBJECT

public:
    explicit CourseChart(QWidget* parent = nullptr);

    /// Move a large value in. Samples that are not finite are left out.
    void setValue(CourseValue value);
    [[nodiscard]] ChartValue chartValue() const override { return titled(m_value); }
    [[nodiscard]] bool isEmpty() const override { return duelo::isEmpty(m_value); }
    /// The decimated line of a series, in pixels.
    [[nodiscard]] const QPolygonF& polyline(std::size_t series) const {
        return m_lines.at(series).polyline;
    }

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
    using Samples = CourseValue::Samples;
    using Series = CourseValue::Series;
    /// A series in pixels.
    struct Line {
        QPolygonF polyline, crosses;
        QList<QLineF> columns;   ///< of a dense polyline, what is painted in its place
        bool few_signs = false;  ///< each of its samples has a sign
    };

    [[nodiscard]] QPolygonF pixels(const Samples& samples) const;

    void addLine(PlotMarks& marks, const Line& line, int style) const;

    CourseValue m_value;
    std::vector<Line> m_lines;  ///< one per series
};

}  // namespace duelo::ui
