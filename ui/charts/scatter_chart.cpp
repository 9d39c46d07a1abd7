// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatter_chart.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_set>
#include <utility>

#include <QPainter>

#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kMostPainted = 2000;  ///< marks that are drawn one by one
constexpr double kSize = 0.85;              ///< of a marker, as in drawScatter()

}  // namespace

ScatterChart::ScatterChart(QWidget* parent) : Plot(parent) {
    connect(this, &Plot::spotChosen, this, [this](int spot) {
        if (static_cast<std::size_t>(spot) < m_order.size())
            Q_EMIT markChosen(static_cast<int>(m_order[static_cast<std::size_t>(spot)]));
    });
}

void ScatterChart::setValue(ScatterValue value) {
    m_value = std::move(value);
    m_order.clear();
    for (std::size_t i = 0; i < m_value.marks.size(); ++i)
        if (m_value.shows(m_value.marks[i])) m_order.push_back(i);
    std::ranges::stable_sort(m_order, {}, [this](std::size_t i) { return m_value.marks[i].x; });
    m_painted = {};
    if (m_order.size() > kMostPainted) {
        m_painted.x_low = m_value.x_low;
        m_painted.log_y = m_value.log_y;
        m_painted.grounds = m_value.grounds;
        m_painted.levels = m_value.levels;
        std::ranges::copy_if(m_value.marks, std::back_inserter(m_painted.marks),
                             [](const ScatterValue::Mark& mark) { return bool(mark.interval); });
    }
    showValue(m_value.description);
}

ScatterValue ScatterChart::takeValue() {
    m_order.clear();
    return std::exchange(m_value, {});
}

void ScatterChart::setChosenOwner(std::optional<std::size_t> owner) {
    if (owner == m_owner) return;
    m_owner = owner;
    repaintMarks();
}

std::vector<LegendEntry> ScatterChart::legend() const {
    std::vector<LegendEntry> entries;
    if (isEmpty()) return entries;
    for (const ScatterValue::Name& name : m_value.names)
        entries.push_back({.name = name.name,
                           .colour = seriesColor(name.style),
                           .sign = seriesLook(name.style).marker,
                           .filled = name.filled});
    return entries;
}

AxisScale ScatterChart::makeXScale(double) const {
    return isEmpty() ? AxisScale() : xScaleOf(m_value);
}

AxisScale ScatterChart::makeYScale(double height_px) const {
    return isEmpty() ? AxisScale() : yScaleOf(m_value, ticksIn(height_px), numbers());
}

QPointF ScatterChart::placeOf(std::size_t mark) const {
    const ScatterValue::Mark& at = m_value.marks[mark];
    return Plot::position(scales().at(at.x, at.y));
}

void ScatterChart::drawMarks(QPainter& painter) const {
    PainterCanvas canvas = canvasOn(&painter);
    const auto isWith = [](const ScatterValue::Mark& a, const ScatterValue::Mark& b) {
        return a.owner == b.owner && a.group == b.group;
    };
    const ScatterValue::Mark* met =
        spot() && *spot() < m_order.size() ? &m_value.marks[m_order[*spot()]] : nullptr;
    QPolygonF joined;
    if (met)
        for (const std::size_t i : m_order)
            if (isWith(m_value.marks[i], *met)) joined << placeOf(i);
    if (joined.size() > 1) {
        painter.setPen(QPen(tokens().text, px(1.5)));
        painter.drawPolyline(joined);
    }
    const bool many = m_order.size() > kMostPainted;
    drawScatter(canvas, {areaBox(), scales()}, many ? m_painted : m_value);
    if (many) stampMarks(painter, canvas.markerSize() * kSize);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens().text, px(1.5)));
    for (const std::size_t i : m_order)
        if (m_value.marks[i].owner == m_owner || (met && isWith(m_value.marks[i], *met)))
            painter.drawEllipse(placeOf(i), px(8), px(8));
}

/// Each sign is a picture that is put there, and none is put twice upon one pixel.
void ScatterChart::stampMarks(QPainter& painter, double size_px) const {
    const double ratio = devicePixelRatioF();
    std::map<std::pair<int, bool>, QImage> signs;
    std::unordered_set<std::uint64_t> taken;
    const Scales scale = scales();
    for (const std::size_t i : m_order) {
        const ScatterValue::Mark& mark = m_value.marks[i];
        if (mark.interval) continue;
        auto [sign, isNew] = signs.try_emplace({mark.style, mark.filled});
        if (isNew) {
            sign->second = signImage(
                {seriesLook(mark.style).marker, seriesColor(mark.style), size_px, mark.filled},
                ratio);
            sign->second.setDevicePixelRatio(ratio);
        }
        const QPointF at = Plot::position(scale.at(mark.x, mark.y));
        const auto column = static_cast<std::uint32_t>(qRound(at.x() * ratio));
        const auto row = static_cast<std::uint32_t>(qRound(at.y() * ratio));
        const auto look = static_cast<std::uint64_t>(2 * mark.style + (mark.filled ? 1 : 0));
        if (!taken.insert(look << 48 | std::uint64_t{column} << 24 | row).second) continue;
        const double half = sign->second.width() / ratio / 2;
        painter.drawImage(at - QPointF(half, half), sign->second);
    }
}

std::vector<Plot::Spot> ScatterChart::spots() const {
    std::vector<Spot> found;
    found.reserve(m_order.size());
    const Scales scale = scales();
    for (const std::size_t i : m_order) {
        const ScatterValue::Mark& mark = m_value.marks[i];
        found.push_back({Plot::position(scale.at(mark.x, mark.y)), mark.style, {}});
    }
    return found;
}

QString ScatterChart::spotText(std::size_t spot) const {
    return qs(m_value.marks[m_order[spot]].words);
}

}  // namespace duelo::ui
