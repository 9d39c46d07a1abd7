// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/breakdown_bar.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "ui/charts/part_look.h"
#include "ui/look/theme.h"

namespace duelo::ui {

BreakdownBar::BreakdownBar(QWidget* parent) : Chart(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void BreakdownBar::setValue(const BreakdownValue& value) {
    m_value = value;
    setDescription(m_value.description);
    updateGeometry();
    update();
}

double BreakdownBar::total() const {
    double sum = 0;
    for (const auto& segment : m_value.segments) sum += segment.drawnMs();
    return sum;
}

double BreakdownBar::barHeight() const {
    return QFontMetricsF(chartFont()).height() * 1.5;
}

ChartLegend BreakdownBar::legend(double width_px) const {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < m_value.segments.size(); ++i) {
        const BreakdownValue::Segment& segment = m_value.segments[i];
        const QString words =
            segment.text.isEmpty() ? segment.name : segment.name + ' ' + segment.text;
        entries.push_back(
            {words, [id = segment.id, i, unit = px(1)](QPainter& painter, const QRectF& box) {
                 drawPart(painter, box, id, i, unit);
             }});
    }
    ChartLegend legend;
    legend.lay(std::move(entries), chartFont(), width_px, 1.2);
    return legend;
}

int BreakdownBar::heightForWidth(int width) const {
    if (isEmpty()) return minimumSizeHint().height();
    return static_cast<int>(
        std::ceil(barHeight() + px(8) + legend(width - 2 * px(2)).size().height() + 2 * px(2)));
}

QSize BreakdownBar::sizeHint() const {
    const int width = minimumSizeHint().width() * 2;
    return {width, heightForWidth(width)};
}

QSize BreakdownBar::minimumSizeHint() const {
    const QFontMetricsF metrics(chartFont());
    return QSizeF(metrics.horizontalAdvance('0') * 18, metrics.height() * 3).toSize();
}

std::vector<QRectF> BreakdownBar::segmentRects(const QRectF& bar) const {
    std::vector<QRectF> rects;
    const double whole = total();
    double before = 0;
    for (const auto& segment : m_value.segments) {
        const double from = whole > 0 ? before / whole : 0;
        before += segment.drawnMs();
        const double to = whole > 0 ? before / whole : 0;
        rects.emplace_back(bar.left() + from * bar.width(), bar.top(), (to - from) * bar.width(),
                           bar.height());
    }
    return rects;
}

std::unique_ptr<Chart> BreakdownBar::copy() const {
    auto chart = std::make_unique<BreakdownBar>();
    chart->setValue(m_value);
    return chart;
}

void BreakdownBar::drawOnce(QPainter& painter, QSizeF size) {
    painter.fillRect(QRectF({0, 0}, size), tokens().surface);
    if (isEmpty()) {
        drawEmptyText(painter, QRectF({0, 0}, size));
        return;
    }
    const double edge = px(2);
    const QRectF bar(edge, edge, size.width() - 2 * edge, barHeight());
    const QFont font = chartFont(0.95, true);
    const QFontMetricsF metrics(font);
    const std::vector<QRectF> rects = segmentRects(bar);
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const BreakdownValue::Segment& segment = m_value.segments[i];
        if (rects[i].width() <= 0) continue;
        drawPart(painter, rects[i], segment.id, i, px(1));
        const double wide = metrics.horizontalAdvance(segment.text) + px(10);
        if (segment.text.isEmpty() || wide > rects[i].width() - px(4)) continue;
        // Text upon a pattern is unreadable, so it gets a plain field of its own.
        const QRectF field(rects[i].center().x() - wide / 2,
                           bar.center().y() - metrics.height() * 0.55, wide,
                           metrics.height() * 1.1);
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens().surface);
        painter.drawRoundedRect(field, px(3), px(3));
        painter.setPen(tokens().text);
        painter.setFont(font);
        painter.drawText(field, Qt::AlignCenter, segment.text);
    }
    // A gap between neighbours, which may look alike where they are a few pixels wide.
    painter.setPen(QPen(tokens().surface, px(1.5)));
    for (std::size_t i = 1; i < rects.size(); ++i)
        if (rects[i].width() > px(3)) painter.drawLine(rects[i].topLeft(), rects[i].bottomLeft());
    legend(bar.width()).draw(painter, QPointF(edge, bar.bottom() + px(8)));
}

void BreakdownBar::restyle() {
    updateGeometry();
    update();
}

void BreakdownBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, !isLive());
    drawOnce(painter, size());
    if (!hasFocus()) return;
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

}  // namespace duelo::ui
