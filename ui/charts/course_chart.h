// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPolygonF>

#include "ui/charts/chart_values.h"
#include "ui/charts/decimate.h"
#include "ui/charts/plot.h"

namespace duelo::ui {

/// The samples in the order of measurement: drift, steps and hiccups (G23: a million of them).
///
/// The line goes through the samples that count and the axis covers them. Those that do not are
/// grey crosses; one beyond the axis is a grey triangle at its edge. More samples than pixels are
/// drawn as one stroke per column of pixels, which takes less than half of a Qt series of the
/// decimated points (bench_charts).
class CourseChart final : public Plot {
    Q_OBJECT

public:
    explicit CourseChart(QWidget* parent = nullptr);

    /// Move a large value in. Samples that are not finite are left out.
    void setValue(CourseValue value);
    [[nodiscard]] bool isEmpty() const override;
    /// The decimated line of a series, in pixels.
    [[nodiscard]] const QPolygonF& polyline(std::size_t series) const {
        return m_lines.at(series).polyline;
    }

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
    struct Samples {
        std::vector<double> t_s, wall_ms;
        Extremes extremes;  ///< of wall_ms
    };
    struct Line {
        QString name;
        int style = 0;
        Samples kept, discarded;
        QPolygonF polyline, crosses;
        QList<QLineF> columns;  ///< of a dense polyline, what is drawn in its place
    };

    [[nodiscard]] static Line lineOf(CourseValue::Series series);
    [[nodiscard]] QPolygonF pixels(const Samples& samples) const;
    [[nodiscard]] bool isSparse(const Line& line) const;

    void drawSigns(QPainter& painter, const Line& line, double from_px) const;
    void drawDiscarded(QPainter& painter, const Line& line) const;

    CourseValue m_value;  ///< without its samples, which m_lines keep
    std::vector<Line> m_lines;
};

}  // namespace duelo::ui
