// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QPointF>
#include <QRectF>

#include "report/chart_drawing.h"
#include "ui/charts/chart.h"
#include "ui/charts/plot_view.h"

namespace duelo::ui {

/// A chart with two axes. A PlotView draws axes, grid, titles, legend and series; scales, ticks and
/// looks are those of every file (report/chart_layout.h, report/series_look.h). The legend stands
/// above the plot, never upon a line.
///
/// Hovering a point, or Left and Right with the keyboard, shows its values; a click, or Enter, asks
/// how they were obtained.
class Plot : public Chart {
    Q_OBJECT

public:
    [[nodiscard]] const AxisScale& xScale() const { return m_x; }
    [[nodiscard]] const AxisScale& yScale() const { return m_y; }
    /// The labels beside the axes that found room.
    [[nodiscard]] QStringList xLabels() const;
    [[nodiscard]] QStringList yLabels() const;
    [[nodiscard]] QRectF plotArea() const { return m_area; }
    /// The series as they are drawn.
    [[nodiscard]] const PlotMarks& marks() const { return m_marks; }
    /// The words of the point under the mouse or chosen by key; empty: there is none.
    [[nodiscard]] QString pointText() const;

Q_SIGNALS:
    /// A point was clicked, or Enter was pressed upon it; its place among spots().
    void spotChosen(int spot);

protected:
    /// A point of the chart whose values can be asked for.
    struct Spot {
        QPointF at;
        int style = 0;
        QString text;                  ///< lines
        std::optional<CellAt> cell{};  ///< what it is measured in
    };

    explicit Plot(QWidget* parent);
    ~Plot() override;

    virtual std::string xTitle() const = 0;
    virtual std::string yTitle() const = 0;
    virtual std::vector<LegendEntry> legend() const = 0;
    virtual AxisScale makeXScale(double width_px) const = 0;
    virtual AxisScale makeYScale(double height_px) const = 0;
    /// The scales or the plot area are new: series get their points.
    virtual PlotMarks makeMarks() = 0;
    /// Draws what is no series, within plotArea().
    virtual void drawMarks(QPainter& painter) const = 0;
    virtual std::vector<Spot> spots() const = 0;
    /// The words of a point. A chart of very many makes them when they are asked for.
    [[nodiscard]] virtual QString spotText(std::size_t spot) const;

    /// The one under mouse or keyboard.
    [[nodiscard]] std::optional<std::size_t> spot() const { return m_spot; }
    /// Shows the value; to be called after each change of it.
    void showValue(const std::string& description);
    /// Repaints the plot when only what drawMarks() draws has changed.
    void repaintMarks();
    [[nodiscard]] QPointF position(double x, double y) const;
    [[nodiscard]] bool shows(double x, double y) const { return m_x.shows(x) && m_y.shows(y); }
    /// A share of the plot (report/chart_layout.h) in pixels.
    [[nodiscard]] QPointF position(const Place& share) const;
    [[nodiscard]] Scales scales() const { return {m_x, m_y}; }
    [[nodiscard]] Box areaBox() const {
        return {m_area.left(), m_area.top(), m_area.width(), m_area.height()};
    }
    /// Returns how many ticks have room for their labels, beside or below an axis of this length.
    [[nodiscard]] int ticksIn(double height_px) const;
    [[nodiscard]] int ticksAlong(double width_px) const;

    void restyle() override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] std::vector<LegendEntry> shortLegend() const;
    void lay();
    [[nodiscard]] PlotFrame frame() const { return {scales(), xTitle(), yTitle()}; }
    void select(std::optional<std::size_t> spot);
    void choose();
    void drawOverlay(QPainter& painter) const;
    void drawBubble(QPainter& painter, const Spot& spot, const QString& text) const;

    PlotView m_view;
    QRectF m_area;
    AxisScale m_x, m_y;
    PlotMarks m_marks;
    std::vector<Spot> m_spots;
    std::optional<std::size_t> m_spot;
    bool m_byKey = false;  ///< the point was chosen with the keyboard
};

}  // namespace duelo::ui
