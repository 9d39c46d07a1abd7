// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bars_chart.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/charts/part_look.h"
#include "ui/look/theme.h"

namespace duelo::ui {

namespace {

constexpr double kBarsEdge = 8;

double lengthOf(const BarsValue::Bar& bar) {
    double sum = 0;
    for (const auto& segment : bar.segments) sum += segment.drawnMs();
    return sum;
}

/// Each part once, whichever bars have it: one that the bars before lack stands where it happens.
std::vector<BreakdownValue::Segment> joinedParts(const std::vector<BarsValue::Bar>& bars) {
    std::vector<BreakdownValue::Segment> parts;
    for (const BarsValue::Bar& bar : bars) {
        auto next = parts.begin();
        for (const BreakdownValue::Segment& segment : bar.segments) {
            const auto known = std::ranges::find(parts, segment.id, &BreakdownValue::Segment::id);
            next = std::next(known == parts.end() ? parts.insert(next, segment) : known);
        }
    }
    return parts;
}

}  // namespace

BarsChart::BarsChart(QWidget* parent) : Chart(parent) {}

void BarsChart::setValue(const BarsValue& value) {
    m_value = value;
    m_parts = joinedParts(m_value.bars);
    setDescription(m_value.description);
    update();
}

double BarsChart::longest() const {
    double longest = 0;
    for (const BarsValue::Bar& bar : m_value.bars) longest = std::max(longest, lengthOf(bar));
    return longest;
}

ChartLegend BarsChart::legend(double width_px) const {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        entries.push_back({m_parts[i].name, [id = m_parts[i].id, i, unit = px(1)](
                                                QPainter& painter, const QRectF& box) {
                               drawPart(painter, box, id, i, unit);
                           }});
    ChartLegend legend;
    legend.lay(std::move(entries), chartFont(), width_px, 1.2);
    return legend;
}

std::unique_ptr<Chart> BarsChart::copy() const {
    auto chart = std::make_unique<BarsChart>();
    chart->setValue(m_value);
    return chart;
}

/// The name above, the bar below it and its time behind the bar.
void BarsChart::drawBar(QPainter& painter, const BarsValue::Bar& bar, const QRectF& row,
                        double text_px) const {
    const QFontMetricsF metrics(chartFont());
    painter.setFont(chartFont());
    painter.setPen(bar.final ? tokens().text : tokens().muted);
    const QRectF name(row.left(), row.top(), row.width(), metrics.height());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(bar.name, Qt::ElideRight, row.width()));
    const QRectF room(row.left(), name.bottom() + px(2), row.width() - text_px,
                      row.bottom() - name.bottom() - px(2));
    const double unit = room.width() / longest();
    double x = room.left();
    for (const auto& segment : bar.segments) {
        const double width = segment.drawnMs() * unit;
        const auto part = std::ranges::find(m_parts, segment.id, &BreakdownValue::Segment::id);
        drawPart(painter, {x, room.top(), width, room.height()}, segment.id,
                 static_cast<std::size_t>(part - m_parts.begin()), px(1));
        x += width;
        painter.setPen(QPen(tokens().surface, px(1)));
        if (width > px(3)) painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
    }
    painter.setFont(chartFont(1, true));
    painter.setPen(bar.final ? tokens().text : tokens().muted);
    painter.drawText(QRectF(x + px(6), room.top(), text_px - px(6), room.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, bar.text);
}

void BarsChart::drawOnce(QPainter& painter, QSizeF size) {
    painter.fillRect(QRectF({0, 0}, size), tokens().surface);
    const QRectF area =
        QRectF({0, 0}, size).adjusted(px(kBarsEdge), px(kBarsEdge), -px(kBarsEdge), -px(kBarsEdge));
    if (isEmpty()) return drawEmptyText(painter, area);
    const ChartLegend keys = legend(area.width());
    keys.draw(painter, area.topLeft());
    const QFontMetricsF metrics(chartFont()), bold(chartFont(1, true));
    double text = 0;
    for (const BarsValue::Bar& bar : m_value.bars)
        text = std::max(text, bold.horizontalAdvance(bar.text) + px(12));
    const double top = area.top() + keys.size().height() + px(10);
    const double least = 2.4 * metrics.height(), most = 4 * metrics.height();
    const double gap = 0.6 * metrics.height();
    const auto count = static_cast<double>(m_value.bars.size());
    const double height = std::clamp((area.bottom() - top) / count - gap, least, most);
    double y = top;
    for (std::size_t i = 0; i < m_value.bars.size(); ++i) {
        const bool last = i + 1 == m_value.bars.size();
        // The line that says what is left out needs room as well.
        if (y + height + (last ? 0 : metrics.height()) > area.bottom() && i > 0) {
            painter.setFont(chartFont());
            painter.setPen(tokens().muted);
            painter.drawText(QRectF(area.left(), y, area.width(), metrics.height()),
                             Qt::AlignLeft | Qt::TextDontClip,
                             tr("and %n more", nullptr, static_cast<int>(m_value.bars.size() - i)));
            return;
        }
        drawBar(painter, m_value.bars[i], {area.left(), y, area.width(), height}, text);
        y += height + gap;
    }
}

void BarsChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !isLive());
    drawOnce(painter, size());
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

}  // namespace duelo::ui
