// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_view.h"

#include <algorithm>
#include <utility>

#include <QChart>
#include <QChartView>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QPainter>

#include "report/chart_drawing.h"
#include "ui/charts/chart.h"
#include "ui/charts/qt/band_series.h"
#include "ui/charts/qt/chart_legend.h"
#include "ui/charts/qt/chart_view.h"
#include "ui/charts/qt/layer.h"
#include "ui/charts/qt/series_pool.h"
#include "ui/charts/qt/signs.h"
#include "ui/charts/qt/tick_axis.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

bool chartsAreOfQt() {
    return true;
}

/// Qt's objects of the chart, which keep each other.
struct PlotView::Drawn {
    Drawn(QWidget* widget, std::function<void(QPainter&)> above)
        : view(makeChartView(widget)),
          chart(*view->chart()),
          minor(new TickAxis),
          x(new TickAxis),
          y(new TickAxis),
          legend(chart),
          bands(chart, *x, *y),
          lines(chart, *x, *y),
          signs(chart, *x, *y),
          overlay(new Layer(&chart, [this, draw = std::move(above)](QPainter& painter) {
              signs.paintRest(painter);
              draw(painter);
          })) {
        // The first at a side stands at the plot.
        chart.addAxis(minor, Qt::AlignLeft);
        chart.addAxis(y, Qt::AlignLeft);
        chart.addAxis(x, Qt::AlignBottom);
        minor->setLabelsVisible(false);
        for (TickAxis* axis : {minor, y}) axis->setLineVisible(false);
        x->setGridLineVisible(false);
    }

    void dress(const QFont& letters, bool smooth) {
        const Tokens& look = tokens();
        chart.setBackgroundBrush(look.surface);
        view->setBackgroundBrush(look.surface);
        view->setRenderHint(QPainter::Antialiasing, smooth);
        for (TickAxis* axis : {minor, x, y}) {
            axis->setLabelsFont(letters);
            axis->setTitleFont(letters);
            axis->setLabelsBrush(look.text);
            axis->setTitleBrush(look.text);
            axis->setLinePen(QPen(look.muted, 1));
            axis->setGridLinePen(QPen(look.line, axis == minor ? 0.5 : 1));
        }
    }

    void place(const PlotMarks& marks, const QRectF& area, double ratio) {
        for (const auto& [topLeft, bottomRight, shade] : marks.bands)
            bands.take().show(topLeft, bottomRight, shade);
        for (const auto& [points, pen, name] : marks.lines) {
            QLineSeries& line = lines.take();
            line.setName(name.toHtmlEscaped());
            line.setPen(pen);
            if (points != line.points()) line.replace(points);
        }
        for (const auto& [points, look] : marks.signs) signs.place(points, area, look, ratio);
        bands.finish();
        lines.finish();
        signs.finish();
    }

    QChartView* view;
    QChart& chart;
    TickAxis *minor, *x, *y;
    ChartLegend legend;
    SeriesPool<BandSeries> bands;
    SeriesPool<QLineSeries> lines;
    Signs signs;
    Layer* overlay;
    double top_px = 0;  ///< of the plot, below the legend
};

namespace {

/// A title in as many lines as it needs along a side of this length.
QStringList titleLines(const PainterCanvas& canvas, const std::string& title, double length_px) {
    QStringList lines;
    for (const std::string& line : canvas.wrapped(title, length_px))
        lines.append(qs(line).toHtmlEscaped());
    return lines;
}

}  // namespace

PlotView::PlotView(Chart& chart, std::function<void(QPainter&)> above)
    : m_chart(chart), m_drawn(new Drawn(&chart, std::move(above))) {}

PlotView::~PlotView() = default;

void PlotView::setLegend(const std::vector<LegendEntry>& legend) {
    m_drawn->dress(m_chart.chartFont(), !m_chart.isLive());
    m_drawn->view->setGeometry(m_chart.rect());
    m_drawn->chart.resize(m_chart.size());
    m_drawn->overlay->setSize(m_chart.size());
    const double above = m_chart.px(kPlotGap_px);
    m_drawn->top_px =
        above + QFontMetricsF(m_chart.chartFont()).height() / 2 +
        m_drawn->legend.show(legend, m_chart.canvasOn(nullptr), above,
                             kMostLegend * m_chart.height(), m_chart.devicePixelRatioF());
}

QRectF PlotView::areaFor(const PlotFrame& frame) const {
    const PainterCanvas canvas = m_chart.canvasOn(nullptr);
    const auto& [x, y] = frame.scales;
    const double line = QFontMetricsF(m_chart.chartFont()).height();
    const double gap = m_chart.px(8), beside = m_chart.px(6), top = m_drawn->top_px;
    const auto widthOf = [&](const AxisTick& tick) { return canvas.widthOf(tick.label); };
    const double below =
        (x.ticks.empty() ? 0 : line + gap) + (frame.x_title.empty() ? 0 : line + beside);
    const double bottom = m_chart.height() - below - m_chart.px(kPlotGap_px);
    double widest = 0;
    for (const AxisTick& tick : y.ticks) widest = std::max(widest, widthOf(tick));
    const auto lines = titleLines(canvas, frame.y_title, bottom - top).size();
    const double left = canvas.edge() + (widest > 0 ? widest + gap : 0) +
                        (lines > 0 ? static_cast<double>(lines) * line + beside : 0);
    // The last label is centred below its tick and may need room beyond the plot.
    const double right =
        m_chart.width() - canvas.edge() - (x.ticks.empty() ? 0 : widthOf(x.ticks.back()) / 2);
    return {left, top, std::max(1.0, right - left), std::max(1.0, bottom - top)};
}

void PlotView::show(const PlotFrame& frame, const QRectF& area, const PlotMarks& marks) {
    const PainterCanvas canvas = m_chart.canvasOn(nullptr);
    Drawn& drawn = *m_drawn;
    drawn.y->setTitleText(
        titleLines(canvas, frame.y_title, area.height()).join(QLatin1String("<br>")));
    drawn.x->setTitleText(qs(canvas.elided(frame.x_title, area.width())).toHtmlEscaped());
    for (TickAxis* axis : {drawn.minor, drawn.x, drawn.y}) axis->setVisible(!m_chart.isEmpty());
    const auto& [x, y] = frame.scales;
    drawn.minor->setLines(y, y.minor);
    drawn.y->setScale(y, y.ticks);
    drawn.x->setScale(
        x, labelledTicks(canvas, x, {area.left(), area.top(), area.width(), area.height()}));
    if (area != drawn.chart.plotArea()) {
        drawn.chart.setPlotArea(area);
        drawn.chart.layout()->invalidate();
    }
    drawn.chart.layout()->activate();
    drawn.place(marks, area, m_chart.devicePixelRatioF());
    drawn.legend.showAgain();
    drawn.overlay->update();
}

void PlotView::update() {
    m_drawn->overlay->update();
}

}  // namespace duelo::ui
