// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kReach = 14;  ///< of the mouse, in pixels at scale 1
/// A legend of more or longer names would leave no room for what they name: a point tells its own.
constexpr std::size_t kMostNamed = 6, kLeastNamed = 3, kMostLetters = 110;

/// Returns how many names of a long legend are shown.
std::size_t namesShown(const std::vector<LegendEntry>& names) {
    std::size_t letters = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
        letters += names[i].name.size();
        if (i == kMostNamed || (i >= kLeastNamed && letters > kMostLetters)) return i;
    }
    return names.size();
}

}  // namespace

Plot::Plot(QWidget* parent)
    : Chart(parent), m_view(*this, [this](QPainter& painter) { drawOverlay(painter); }) {
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
    m_view.update();
}

void Plot::restyle() {
    lay();
}

/// Returns the first names of a long legend, and how many others there are.
std::vector<LegendEntry> Plot::shortLegend() const {
    std::vector<LegendEntry> names = legend();
    const std::size_t shown = namesShown(names);
    if (shown == names.size()) return names;
    const auto others = static_cast<int>(names.size() - shown);
    names.resize(shown);
    names.push_back(
        {.name = tr("and %n more", nullptr, others).toStdString(), .line = QPen(Qt::NoPen)});
    return names;
}

void Plot::lay() {
    m_view.setLegend(shortLegend());
    // What stands around the plot takes its room first, and the plot has the rest.
    m_x = makeXScale(width());
    m_y = {};
    m_y = makeYScale(m_view.areaFor(frame()).height());
    m_x = makeXScale(m_view.areaFor(frame()).width());
    m_area = m_view.areaFor(frame());
    m_marks = makeMarks();
    m_view.show(frame(), m_area, m_marks);
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
    m_view.update();
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
    m_view.update();
}

void Plot::focusOutEvent(QFocusEvent* event) {
    Chart::focusOutEvent(event);
    select(std::nullopt);
}

}  // namespace duelo::ui
