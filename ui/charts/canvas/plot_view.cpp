// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_view.h"

#include <algorithm>
#include <utility>

#include "report/chart_drawing.h"
#include "ui/charts/canvas/painted.h"
#include "ui/charts/chart.h"

namespace duelo::ui {

namespace {

constexpr double kSample = 40;  ///< the width of a line's piece in the legend, as in drawAxes()

void drawSample(QPainter* painter, const Box& box, const LegendEntry& entry, double size_px) {
    if (!painter) return;
    const QPointF middle(box.centre().x, box.centre().y);
    if (entry.line) {
        painter->setPen(*entry.line);
        painter->drawLine(QPointF(box.left, middle.y()), QPointF(box.right(), middle.y()));
    }
    if (entry.sign) drawSign(*painter, middle, {*entry.sign, entry.colour, size_px, entry.filled});
}

}  // namespace

bool chartsAreOfQt() {
    return false;
}

struct PlotView::Drawn {
    const Chart& chart;
    std::function<void(QPainter&)> above;
    Painted* painted = nullptr;  ///< owned by the chart
    std::vector<LegendEntry> legend{};
    PlotFrame frame{};
    QRectF area{};
    PlotMarks marks{};

    [[nodiscard]] ChartFrame frameOn(const PainterCanvas& canvas, QPainter* painter,
                                     const PlotFrame& of) const {
        ChartFrame out{of.scales, of.x_title, of.y_title};
        for (const LegendEntry& entry : legend)
            out.legend.push_back(
                {entry.name, [&entry, painter, size = canvas.markerSize()](const Box& box) {
                     drawSample(painter, box, entry, size);
                 }});
        return out;
    }
    /// Draws what stands around a plot of this height.
    ChartPlot drawFrame(PainterCanvas& canvas, QPainter* painter, const PlotFrame& of,
                        double height_px) const {
        canvas.top = chart.px(kPlotGap_px);
        return drawAxes(canvas, frameOn(canvas, painter, of), height_px);
    }
    void draw(QPainter& painter) const {
        painter.setRenderHint(QPainter::Antialiasing, !chart.isLive());
        if (!chart.isEmpty()) {
            PainterCanvas canvas = chart.canvasOn(&painter);
            drawFrame(canvas, &painter, frame, area.height());
            drawMarks(painter);
        }
        above(painter);
    }
    [[nodiscard]] QPointF at(const QPointF& share) const {
        return {area.left() + share.x() * area.width(), area.bottom() - share.y() * area.height()};
    }
    void drawMarks(QPainter& painter) const {
        for (const auto& [topLeft, bottomRight, shade] : marks.bands)
            painter.fillRect(QRectF(at(topLeft), at(bottomRight)), shade);
        for (const PlotMarks::Line& line : marks.lines) {
            QPolygonF points;
            for (const QPointF& share : line.points) points.append(at(share));
            painter.setPen(line.pen);
            painter.drawPolyline(points);
        }
        for (const auto& [points, look] : marks.signs)
            for (const QPointF& share : points) drawSign(painter, at(share), look);
    }
};

PlotView::PlotView(Chart& chart, std::function<void(QPainter&)> above)
    : m_chart(chart), m_drawn(new Drawn{chart, std::move(above)}) {
    m_drawn->painted = new Painted(&chart, [this](QPainter& painter) { m_drawn->draw(painter); });
}

PlotView::~PlotView() = default;

void PlotView::setLegend(const std::vector<LegendEntry>& legend) {
    for (int beside = 1; beside <= kMostBesideEachOther; ++beside) {
        PainterCanvas canvas = m_chart.canvasOn(nullptr);
        m_drawn->legend = legend;
        // One beside another has a gap around its sample, and one behind its name.
        const double room = canvas.room() / beside - canvas.px(kSample + 32);
        if (beside > 1)
            for (LegendEntry& entry : m_drawn->legend)
                entry.name = shortenedName(entry.name, canvas.letters(), room);
        canvas.legend(m_drawn->frameOn(canvas, nullptr, {}).legend, canvas.px(kSample),
                      canvas.edge());
        // Axes and titles have their room, about as much as some lines, before the two share the
        // rest.
        const double rest = m_chart.height() - 3.5 * canvas.lineHeight();
        if (canvas.top <= kMostLegend * rest) break;
    }
}

QRectF PlotView::areaFor(const PlotFrame& frame) const {
    PainterCanvas canvas = m_chart.canvasOn(nullptr);
    const Box area = m_drawn->drawFrame(canvas, nullptr, frame, 0).area;
    const double height = m_chart.height() - canvas.top - m_chart.px(kPlotGap_px);
    return {area.left, area.top, area.width, std::max(1.0, height)};
}

void PlotView::show(const PlotFrame& frame, const QRectF& area, const PlotMarks& marks) {
    m_drawn->frame = frame;
    m_drawn->area = area;
    m_drawn->marks = marks;
    m_drawn->painted->lay();
}

void PlotView::update() {
    m_drawn->painted->update();
}

}  // namespace duelo::ui
