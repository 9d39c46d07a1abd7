// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include <algorithm>
#include <cmath>

#include <QChart>
#include <QChartView>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QPainter>

#include "ui/charts/chart_view.h"
#include "ui/charts/layer.h"
#include "ui/charts/tick_axis.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

/// Distances in pixels at scale 1.
constexpr double kPlotGap = 5, kReach = 14;
/// Of the height of a chart, what its legend may take with whole names.
constexpr double kMostLegend = 0.5;

}  // namespace

Plot::Plot(QWidget* parent) : Chart(parent) {
    m_view = makeChartView(this);
    m_chart = m_view->chart();
    m_minor = new TickAxis;
    m_xAxis = new TickAxis;
    m_yAxis = new TickAxis;
    // The first at a side stands at the plot.
    m_chart->addAxis(m_minor, Qt::AlignLeft);
    m_chart->addAxis(m_yAxis, Qt::AlignLeft);
    m_chart->addAxis(m_xAxis, Qt::AlignBottom);
    m_minor->setLabelsVisible(false);
    for (TickAxis* axis : {m_minor, m_yAxis}) axis->setLineVisible(false);
    m_xAxis->setGridLineVisible(false);
    m_legend = std::make_unique<ChartLegend>(*m_chart);
    m_overlay = new Layer(m_chart, [this](QPainter& painter) { drawOverlay(painter); });
    setMouseTracking(true);
    setWhatsThis(tr("Left and Right go from point to point and show its values."));
}

Plot::~Plot() = default;

QStringList Plot::xLabels() const {
    return m_xAxis->labels();
}

QStringList Plot::yLabels() const {
    return m_yAxis->labels();
}

QString Plot::pointText() const {
    return m_spot && *m_spot < m_spots.size() ? spotText(*m_spot) : QString();
}

QString Plot::spotText(std::size_t spot) const {
    return m_spots[spot].text;
}

QPointF Plot::position(double x, double y) const {
    return {m_area.left() + m_x.at(x) * m_area.width(),
            m_area.bottom() - m_y.at(y) * m_area.height()};
}

QPointF Plot::position(const Place& share) const {
    return {m_area.left() + share.x * m_area.width(), m_area.bottom() - share.y * m_area.height()};
}

int Plot::ticksIn(double height_px) const {
    return qBound(2, static_cast<int>(height_px / (QFontMetricsF(chartFont()).height() * 2.2)), 9);
}

int Plot::ticksAlong(double width_px) const {
    const double label = QFontMetricsF(chartFont()).horizontalAdvance(QStringLiteral("00000,0"));
    return qBound(2, static_cast<int>(width_px / label), 11);
}

void Plot::showValue(const std::string& description) {
    setDescription(description);
    restyle();
}

void Plot::repaintMarks() {
    m_overlay->update();
}

void Plot::restyle() {
    dress();
    lay();
}

void Plot::dress() {
    const Tokens& look = tokens();
    m_chart->setBackgroundBrush(look.surface);
    m_view->setBackgroundBrush(look.surface);
    m_view->setRenderHint(QPainter::Antialiasing, !isLive());
    for (TickAxis* axis : {m_minor, m_xAxis, m_yAxis}) {
        axis->setLabelsFont(chartFont());
        axis->setTitleFont(chartFont());
        axis->setLabelsBrush(look.text);
        axis->setTitleBrush(look.text);
        axis->setLinePen(QPen(look.muted, 1));
        axis->setGridLinePen(QPen(look.line, axis == m_minor ? 0.5 : 1));
    }
}

QStringList Plot::titleLines(const std::string& title, double length_px) const {
    QStringList lines;
    for (const std::string& line : canvasOn(nullptr).wrapped(title, length_px))
        lines.append(qs(line).toHtmlEscaped());
    return lines;
}

QRectF Plot::areaFor(double top) const {
    const PainterCanvas canvas = canvasOn(nullptr);
    const double line = QFontMetricsF(chartFont()).height(), gap = px(8);
    const auto widthOf = [&](const AxisTick& tick) { return canvas.widthOf(tick.label); };
    const double below =
        (m_x.ticks.empty() ? 0 : line + gap) + (xTitle().empty() ? 0 : line + px(6));
    const double bottom = height() - below - px(kPlotGap);
    double widest = 0;
    for (const AxisTick& tick : m_y.ticks) widest = std::max(widest, widthOf(tick));
    const auto lines = titleLines(yTitle(), bottom - top).size();
    const double left = canvas.edge() + (widest > 0 ? widest + gap : 0) +
                        (lines > 0 ? static_cast<double>(lines) * line + px(6) : 0);
    // The last label is centred below its tick and may need room beyond the plot.
    const double right =
        width() - canvas.edge() - (m_x.ticks.empty() ? 0 : widthOf(m_x.ticks.back()) / 2);
    return {left, top, qMax(1.0, right - left), qMax(1.0, bottom - top)};
}

void Plot::lay() {
    m_chart->resize(size());
    m_overlay->setSize(size());
    const PainterCanvas canvas = canvasOn(nullptr);
    const double top =
        px(kPlotGap) + QFontMetricsF(chartFont()).height() / 2 +
        m_legend->show(legend(), canvas, px(kPlotGap), kMostLegend * height(), devicePixelRatioF());
    // What stands around the plot takes its room first, and the plot has the rest.
    m_x = makeXScale(width());
    m_y = {};
    m_y = makeYScale(areaFor(top).height());
    m_x = makeXScale(areaFor(top).width());
    m_area = areaFor(top);
    m_yAxis->setTitleText(titleLines(yTitle(), m_area.height()).join(QLatin1String("<br>")));
    m_xAxis->setTitleText(qs(canvas.elided(xTitle(), m_area.width())).toHtmlEscaped());
    for (TickAxis* axis : {m_minor, m_xAxis, m_yAxis}) axis->setVisible(!isEmpty());
    m_minor->setLines(m_y, m_y.minor);
    m_yAxis->setScale(m_y, m_y.ticks);
    m_xAxis->setScale(m_x, labelledTicks(canvas, m_x, areaBox()));
    if (m_area != m_chart->plotArea()) {
        m_chart->setPlotArea(m_area);
        m_chart->layout()->invalidate();
    }
    m_chart->layout()->activate();
    placeSeries();
    m_legend->showAgain();
    m_spots = isEmpty() ? std::vector<Spot>() : spots();
    select(m_spot);
}

void Plot::select(std::optional<std::size_t> spot) {
    if (m_spots.empty()) spot.reset();
    if (spot) spot = qMin(*spot, m_spots.size() - 1);
    m_spot = spot;
    if (!spot) m_byKey = false;
    setSpoken(m_byKey ? QString(pointText()).replace('\n', QLatin1String(", ")) : QString());
    setClickable(spot && m_spots[*spot].cell);
    m_overlay->update();
}

/// The one that is selected.
void Plot::choose() {
    const std::optional<CellAt> cell = m_spots[*m_spot].cell;
    Q_EMIT spotChosen(static_cast<int>(*m_spot));
    if (cell) Q_EMIT cellChosen(*cell);
}

void Plot::drawOverlay(QPainter& painter) const {
    if (isEmpty()) {
        const double edge = px(24);
        drawEmptyText(painter, QRectF(rect()).adjusted(edge, 0, -edge, 0));
    } else {
        painter.save();
        drawMarks(painter);
        painter.restore();
        if (m_spot) drawBubble(painter, m_spots[*m_spot], spotText(*m_spot));
    }
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void Plot::drawBubble(QPainter& painter, const Spot& spot, const QString& text) const {
    const QFontMetricsF metrics(chartFont());
    const double pad = px(6), away = px(kReach);
    QRectF box = metrics.boundingRect(QRectF(0, 0, width() * 0.7, height()),
                                      Qt::AlignLeft | Qt::TextWordWrap, text);
    box = QRectF(0, 0, box.width() + 2 * pad + 1, box.height() + 2 * pad);
    const bool fitsRight = spot.at.x() + away + box.width() <= width();
    const double left = fitsRight ? spot.at.x() + away : spot.at.x() - away - box.width();
    box.moveTopLeft({qMax(0.0, left), qBound(0.0, spot.at.y() - box.height() / 2,
                                             qMax(0.0, height() - box.height()))});
    painter.setPen(QPen(seriesColor(spot.style), px(1.5)));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(spot.at, px(9), px(9));
    painter.setBrush(tokens().surface);
    painter.drawRoundedRect(box, px(4), px(4));
    painter.setPen(tokens().text);
    painter.setFont(chartFont());
    painter.drawText(box.adjusted(pad, pad, -pad + 1, -pad), Qt::AlignLeft | Qt::TextWordWrap,
                     text);
}

void Plot::resizeEvent(QResizeEvent* event) {
    Chart::resizeEvent(event);
    m_view->setGeometry(rect());
    lay();
}

void Plot::keyPressEvent(QKeyEvent* event) {
    if (m_spot && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        choose();
        return;
    }
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || m_spots.empty()) {
        Chart::keyPressEvent(event);
        return;
    }
    const auto count = static_cast<int>(m_spots.size());
    const int from = m_spot ? static_cast<int>(*m_spot) + step : (step > 0 ? 0 : count - 1);
    m_byKey = true;
    select(static_cast<std::size_t>(qBound(0, from, count - 1)));
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
    std::optional<std::size_t> nearest;
    double least = px(kReach);
    for (std::size_t i = 0; i < m_spots.size(); ++i) {
        const QPointF away = m_spots[i].at - event->position();
        const double distance = std::hypot(away.x(), away.y());
        if (distance > least) continue;
        least = distance;
        nearest = i;
    }
    m_byKey = false;
    if (nearest != m_spot) select(nearest);
}

void Plot::mousePressEvent(QMouseEvent* event) {
    mouseMoveEvent(event);
    if (event->button() == Qt::LeftButton && m_spot)
        choose();
    else
        Chart::mousePressEvent(event);
}

void Plot::leaveEvent(QEvent* event) {
    Chart::leaveEvent(event);
    if (!m_byKey) select(std::nullopt);
}

void Plot::focusInEvent(QFocusEvent* event) {
    Chart::focusInEvent(event);
    m_overlay->update();
}

void Plot::focusOutEvent(QFocusEvent* event) {
    Chart::focusOutEvent(event);
    select(std::nullopt);
}

}  // namespace duelo::ui
