// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include <cmath>
#include <functional>

#include <QChart>
#include <QChartView>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLegend>
#include <QPainter>
#include <QValueAxis>

#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

/// Distances in pixels at scale 1.
constexpr double kPlotGap = 5, kPlotEdge = 12, kReach = 14;

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
    m_axes = new Layer(m_chart, 0.5, [this](QPainter& painter) { drawAxes(painter); });
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
    for (const Label& label : m_xLabels) labels.append(label.text);
    return labels;
}

QStringList Plot::yLabels() const {
    QStringList labels;
    for (const Label& label : m_yLabels) labels.append(label.text);
    return labels;
}

QString Plot::pointText() const {
    return m_spot && *m_spot < m_spots.size() ? m_spots[*m_spot].text : QString();
}

QPointF Plot::position(double x, double y) const {
    return {m_area.left() + m_x.at(x) * m_area.width(),
            m_area.bottom() - m_y.at(y) * m_area.height()};
}

int Plot::ticksIn(double length_px) const {
    return qBound(2, static_cast<int>(length_px / (QFontMetricsF(chartFont()).height() * 2.2)), 9);
}

void Plot::showValue(const QString& description) {
    setDescription(description);
    restyle();
}

void Plot::restyle() {
    m_chart->setBackgroundBrush(tokens().surface);
    m_view->setBackgroundBrush(tokens().surface);
    m_view->setRenderHint(QPainter::Antialiasing, !isLive());
    lay(m_size.isEmpty() ? QSizeF(size()) : m_size);
}

void Plot::lay(QSizeF size) {
    m_size = size;
    m_chart->resize(size);
    m_axes->setSize(size);
    m_overlay->setSize(size);
    const QFontMetricsF metrics(chartFont());
    const double line = metrics.height(), gap = px(kPlotGap), edge = px(kPlotEdge);

    // Title of the y axis and legend share a row if they fit into one.
    const double width = qMax(1.0, size.width() - 2 * edge);
    m_legend.lay(legend(), chartFont(), width);
    const double title = metrics.horizontalAdvance(yTitle());
    const bool oneRow = m_legend.size().height() <= line * 1.3 &&
                        title + 2 * line + m_legend.size().width() <= width;
    m_legendAt = oneRow ? QPointF(size.width() - edge - m_legend.size().width(), gap)
                        : QPointF(edge, gap + (yTitle().isEmpty() ? 0 : line * 1.25));
    const double head = qMax(yTitle().isEmpty() ? 0.0 : gap + line * 1.25,
                             m_legendAt.y() + m_legend.size().height());
    const double top = head + line * 0.75;
    const double ticks = makeXScale(width).ticks.empty() ? 0 : gap + line;
    const double bottom = ticks + (xTitle().isEmpty() ? 0 : gap + line) + gap;

    m_y = makeYScale(qMax(1.0, size.height() - top - bottom));
    double left = 0, right = edge;
    for (const AxisTick& tick : m_y.ticks) left = qMax(left, metrics.horizontalAdvance(tick.label));
    left = left > 0 ? left + edge + gap : edge;
    m_x = makeXScale(qMax(1.0, size.width() - left - right));
    if (!m_x.ticks.empty()) {
        // The last label is centred below its tick and may need room beyond the plot.
        const AxisTick& last = m_x.ticks.back();
        const double after = (1 - m_x.at(last.value)) * (size.width() - left - right);
        right += qMax(0.0, metrics.horizontalAdvance(last.label) / 2 - after - gap);
    }
    m_area = QRectF(left, top, qMax(1.0, size.width() - left - right),
                    qMax(1.0, size.height() - top - bottom));
    m_chart->setPlotArea(m_area);
    layLabels();
    placeSeries();
    m_spots = isEmpty() ? std::vector<Spot>() : spots();
    select(m_spot);
}

void Plot::layLabels() {
    const QFontMetricsF metrics(chartFont());
    const double line = metrics.height(), gap = px(kPlotGap);
    m_xLabels.clear();
    m_yLabels.clear();
    for (const AxisTick& tick : m_y.ticks) {
        const double y = m_area.bottom() - m_y.at(tick.value) * m_area.height();
        m_yLabels.push_back({{0, y - line / 2, m_area.left() - gap, line}, tick.label, y});
    }
    // A label is written whole or not at all; the last one before those in the middle.
    const auto at = [&](const AxisTick& tick) {
        const double x = m_area.left() + m_x.at(tick.value) * m_area.width();
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        return Label{{x - width / 2, m_area.bottom() + gap, width, line}, tick.label, x};
    };
    const double space = line * 0.5;
    for (std::size_t i = 0; i < m_x.ticks.size(); ++i) {
        const Label label = at(m_x.ticks[i]);
        const bool last = i + 1 == m_x.ticks.size();
        const bool free =
            m_xLabels.empty() || m_xLabels.back().rect.right() + space <= label.rect.left();
        if (free && (last || label.rect.right() + space <= at(m_x.ticks.back()).rect.left()))
            m_xLabels.push_back(label);
    }
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

void Plot::drawAxes(QPainter& painter) const {
    if (isEmpty()) return;
    const Tokens& look = tokens();
    const QFontMetricsF metrics(chartFont());
    // Grid lines on whole pixels stay sharp.
    painter.setRenderHint(QPainter::Antialiasing, false);
    QColor faint = look.line;
    faint.setAlphaF(0.45);
    painter.setPen(QPen(faint, 1));
    for (const double value : m_y.minor) {
        const double y = std::round(m_area.bottom() - m_y.at(value) * m_area.height());
        painter.drawLine(QPointF(m_area.left(), y), QPointF(m_area.right(), y));
    }
    painter.setPen(QPen(look.line, 1));
    for (const Label& label : m_yLabels) {
        const double y = std::round(label.at_px);
        painter.drawLine(QPointF(m_area.left(), y), QPointF(m_area.right(), y));
    }
    painter.setPen(QPen(look.muted, 1));
    const double base = std::round(m_area.bottom());
    if (!m_x.ticks.empty())
        painter.drawLine(QPointF(m_area.left(), base), QPointF(m_area.right(), base));
    for (const AxisTick& tick : m_x.ticks) {
        const double x = std::round(m_area.left() + m_x.at(tick.value) * m_area.width());
        painter.drawLine(QPointF(x, base), QPointF(x, base + px(4)));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(chartFont());
    for (const Label& label : m_yLabels)
        painter.drawText(label.rect, Qt::AlignRight | Qt::AlignVCenter, label.text);
    for (const Label& label : m_xLabels) painter.drawText(label.rect, Qt::AlignCenter, label.text);

    const double edge = px(kPlotEdge), line = metrics.height();
    const QString x = metrics.elidedText(xTitle(), Qt::ElideRight, m_size.width() - 2 * edge);
    const QString y = metrics.elidedText(yTitle(), Qt::ElideRight, m_size.width() - 2 * edge);
    const double wide = metrics.horizontalAdvance(x) + 2;
    const double start =
        qBound(edge, m_area.center().x() - wide / 2, qMax(edge, m_size.width() - edge - wide));
    painter.drawText(QRectF(start, m_size.height() - px(kPlotGap) - line, wide, line),
                     Qt::AlignCenter, x);
    painter.drawText(QRectF(edge, px(kPlotGap), m_size.width(), line * 1.25),
                     Qt::AlignLeft | Qt::AlignVCenter, y);
    m_legend.draw(painter, m_legendAt);
}

void Plot::drawOverlay(QPainter& painter) const {
    if (isEmpty()) {
        const double edge = px(2 * kPlotEdge);
        drawEmptyText(painter, QRectF({0, 0}, m_size).adjusted(edge, 0, -edge, 0));
    } else {
        painter.save();
        drawMarks(painter);
        painter.restore();
        if (m_spot) drawBubble(painter, m_spots[*m_spot]);
    }
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF({1, 1}, m_size - QSizeF(2, 2)));
}

void Plot::drawBubble(QPainter& painter, const Spot& spot) const {
    const QFontMetricsF metrics(chartFont());
    const double pad = px(6), away = px(kReach);
    QRectF box = metrics.boundingRect(QRectF(0, 0, m_size.width() * 0.7, m_size.height()),
                                      Qt::AlignLeft | Qt::TextWordWrap, spot.text);
    box = QRectF(0, 0, box.width() + 2 * pad + 1, box.height() + 2 * pad);
    const bool fitsRight = spot.at.x() + away + box.width() <= m_size.width();
    const double left = fitsRight ? spot.at.x() + away : spot.at.x() - away - box.width();
    box.moveTopLeft({qMax(0.0, left), qBound(0.0, spot.at.y() - box.height() / 2,
                                             qMax(0.0, m_size.height() - box.height()))});
    painter.setPen(QPen(seriesStyle(spot.style).color, px(1.5)));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(spot.at, px(9), px(9));
    painter.setBrush(tokens().surface);
    painter.drawRoundedRect(box, px(4), px(4));
    painter.setPen(tokens().text);
    painter.setFont(chartFont());
    painter.drawText(box.adjusted(pad, pad, -pad + 1, -pad), Qt::AlignLeft | Qt::TextWordWrap,
                     spot.text);
}

void Plot::drawOnce(QPainter& painter, QSizeF size) {
    lay(size);
    m_chart->scene()->render(&painter, QRectF({0, 0}, size), QRectF({0, 0}, size),
                             Qt::IgnoreAspectRatio);
}

void Plot::resizeEvent(QResizeEvent* event) {
    Chart::resizeEvent(event);
    m_view->setGeometry(rect());
    lay(size());
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
