// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QPointF>
#include <QRectF>

#include "report/chart_drawing.h"
#include "ui/charts/chart.h"

class QChart;
class QChartView;
class QValueAxis;

namespace duelo::ui {

/// A chart with two axes. Qt Charts draws the lines; axes, texts, markers and the legend are those
/// of every file (report/chart_canvas.h), in layers of the same chart: Qt's own axes cut a label
/// that lacks room to "..." and leave log axes blank between powers of ten. The legend stands above
/// the plot, never upon a line.
///
/// Hovering a point, or Left and Right with the keyboard, shows its values.
class Plot : public Chart {
    Q_OBJECT

public:
    [[nodiscard]] const AxisScale& xScale() const { return m_x; }
    [[nodiscard]] const AxisScale& yScale() const { return m_y; }
    /// The labels beside the axes that found room.
    [[nodiscard]] QStringList xLabels() const;
    [[nodiscard]] QStringList yLabels() const;
    [[nodiscard]] QRectF plotArea() const { return m_area; }
    /// Of the point under mouse or keyboard; empty: none.
    [[nodiscard]] QString pointText() const;

protected:
    /// A point of the chart whose values can be asked for.
    struct Spot {
        QPointF at;
        int style = 0;
        QString text;  ///< lines
    };

    explicit Plot(QWidget* parent);
    ~Plot() override;

    virtual std::string xTitle() const = 0;
    virtual std::string yTitle() const = 0;
    /// Drawn upon `canvas`.
    virtual std::vector<ChartCanvas::LegendEntry> legend(ChartCanvas& canvas) const = 0;
    virtual AxisScale makeXScale(double width_px) const = 0;
    virtual AxisScale makeYScale(double height_px) const = 0;
    /// The scales or the plot area are new: Qt's series get their points.
    virtual void placeSeries() = 0;
    /// Everything upon the lines, within plotArea().
    virtual void drawMarks(QPainter& painter) const = 0;
    virtual std::vector<Spot> spots() const = 0;

    /// To be called after each change of the value.
    void showValue(const std::string& description);
    /// Series of it are attached to xAxis() and yAxis(), which go from 0 to 1: xScale() and
    /// yScale() say where a value stands between them.
    [[nodiscard]] QChart& chart() const { return *m_chart; }
    [[nodiscard]] QValueAxis* xAxis() const { return m_xAxis; }
    [[nodiscard]] QValueAxis* yAxis() const { return m_yAxis; }
    [[nodiscard]] QPointF position(double x, double y) const;
    [[nodiscard]] bool shows(double x, double y) const { return m_x.shows(x) && m_y.shows(y); }
    /// A share of the plot (report/chart_layout.h) in pixels.
    [[nodiscard]] QPointF position(const Place& share) const;
    [[nodiscard]] Scales scales() const { return {m_x, m_y}; }
    [[nodiscard]] Box areaBox() const {
        return {m_area.left(), m_area.top(), m_area.width(), m_area.height()};
    }
    /// Of how many ticks there is room for the labels.
    [[nodiscard]] int ticksIn(double height_px) const;
    [[nodiscard]] int ticksAlong(double width_px) const;

    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    class Layer;

    void lay();
    /// Draws axes, titles and legend around a plot of this height.
    ChartPlot drawFrame(PainterCanvas& canvas, double height) const;
    void select(std::optional<std::size_t> spot);
    void drawOverlay(QPainter& painter) const;
    void drawBubble(QPainter& painter, const Spot& spot) const;

    QChartView* m_view = nullptr;
    QChart* m_chart = nullptr;
    QValueAxis *m_xAxis = nullptr, *m_yAxis = nullptr;
    Layer *m_axes = nullptr, *m_overlay = nullptr;
    QRectF m_area;
    AxisScale m_x, m_y;
    std::vector<Spot> m_spots;
    std::optional<std::size_t> m_spot;
    bool m_byKey = false;  ///< the point was chosen with the keyboard
};

}  // namespace duelo::ui
