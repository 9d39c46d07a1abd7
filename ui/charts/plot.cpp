// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include <cmath>
#include <functional>
#include <utility>

#include <QChart>
#include <QChartView>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLegend>
#include <QPainter>
#include <QValueAxis>

#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

/// Distances in pixels at scale 1.
constexpr double kPlotGap = 5, kReach = 14;

}  // namespace

/// A part of the chart that Duelo draws, behind or before Qt's lines.
class Plot::Layer : public QGraphicsItem {
public:
    Layer(QGraphicsItem* parent, double z, std::function<void(QPainter&)> draw)
        : QGraphicsItem(parent), m_draw(std::move(draw)) {
        setZValue(z);
    }

    void setSize(QSizeF size) {
        prepareGeometryChange();
        m_size = size;
    }

    [[nodiscard]] QRectF boundingRect() const override { return {{0, 0}, m_size}; }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
        painter->save();
        m_draw(*painter);
        painter->restore();
    }

private:
    std::function<void(QPainter&)> m_draw;
    QSizeF m_size;
};

Plot::Plot(QWidget* parent) : Chart(parent) {
    m_chart = new QChart;
    m_chart->legend()->hide();
    m_chart->setBackgroundRoundness(0);
    m_chart->setMargins({});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_xAxis = new QValueAxis;
    m_yAxis = new QValueAxis;
    m_chart->addAxis(m_xAxis, Qt::AlignBottom);
    m_chart->addAxis(m_yAxis, Qt::AlignLeft);
    for (QValueAxis* axis : {m_xAxis, m_yAxis}) {
        axis->setRange(0, 1);
        axis->setVisible(false);
    }
    // Qt draws its lines between these two.
    m_axes = new Layer(m_chart, 0.5, [this](QPainter& painter) {
        if (isEmpty()) return;
        PainterCanvas canvas = canvasOn(&painter);
        drawFrame(canvas, m_area.height());
    });
    m_overlay = new Layer(m_chart, 1000, [this](QPainter& painter) { drawOverlay(painter); });

    m_view = new QChartView(m_chart, this);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setFocusPolicy(Qt::NoFocus);
    m_view->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMouseTracking(true);
    setWhatsThis(tr("Left and Right go from point to point and show its values."));
}

Plot::~Plot() = default;

QStringList Plot::xLabels() const {
    QStringList labels;
    for (const AxisTick& tick : labelledTicks(canvasOn(nullptr), m_x, areaBox()))
        labels.append(qs(tick.label));
    return labels;
}

QStringList Plot::yLabels() const {
    QStringList labels;
    for (const AxisTick& tick : m_y.ticks) labels.append(qs(tick.label));
    return labels;
}

QString Plot::pointText() const {
    return m_spot && *m_spot < m_spots.size() ? m_spots[*m_spot].text : QString();
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

void Plot::restyle() {
    m_chart->setBackgroundBrush(tokens().surface);
    m_view->setBackgroundBrush(tokens().surface);
    m_view->setRenderHint(QPainter::Antialiasing, !isLive());
    lay();
}

ChartPlot Plot::drawFrame(PainterCanvas& canvas, double height) const {
    canvas.top = px(kPlotGap);
    return drawAxes(canvas, {scales(), xTitle(), yTitle(), legend(canvas)}, height);
}

void Plot::lay() {
    m_chart->resize(size());
    m_axes->setSize(size());
    m_overlay->setSize(size());
    // What stands around the plot takes its room first, and the plot has the rest.
    const auto around = [this](double plot_px) {
        PainterCanvas canvas = canvasOn(nullptr);
        const Box area = drawFrame(canvas, plot_px).area;
        return std::pair(area, height() - px(kPlotGap) - (canvas.top - plot_px));
    };
    m_x = makeXScale(width());
    m_y = {};
    const double rest = qMax(1.0, around(0).second);
    m_y = makeYScale(rest);
    m_x = makeXScale(around(rest).first.width);
    const Box area = around(rest).first;
    m_area = QRectF(area.left, area.top, area.width, area.height);
    m_chart->setPlotArea(m_area);
    placeSeries();
    m_spots = isEmpty() ? std::vector<Spot>() : spots();
    select(m_spot);
}

void Plot::select(std::optional<std::size_t> spot) {
    if (m_spots.empty()) spot.reset();
    if (spot) spot = qMin(*spot, m_spots.size() - 1);
    m_spot = spot;
    if (!spot) m_byKey = false;
    setSpoken(m_byKey ? QString(pointText()).replace('\n', QLatin1String(", ")) : QString());
    m_axes->update();
    m_overlay->update();
}

void Plot::drawOverlay(QPainter& painter) const {
    if (isEmpty()) {
        const double edge = px(24);
        drawEmptyText(painter, QRectF(rect()).adjusted(edge, 0, -edge, 0));
    } else {
        painter.save();
        drawMarks(painter);
        painter.restore();
        if (m_spot) drawBubble(painter, m_spots[*m_spot]);
    }
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void Plot::drawBubble(QPainter& painter, const Spot& spot) const {
    const QFontMetricsF metrics(chartFont());
    const double pad = px(6), away = px(kReach);
    QRectF box = metrics.boundingRect(QRectF(0, 0, width() * 0.7, height()),
                                      Qt::AlignLeft | Qt::TextWordWrap, spot.text);
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
                     spot.text);
}

void Plot::resizeEvent(QResizeEvent* event) {
    Chart::resizeEvent(event);
    m_view->setGeometry(rect());
    lay();
}

void Plot::keyPressEvent(QKeyEvent* event) {
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
