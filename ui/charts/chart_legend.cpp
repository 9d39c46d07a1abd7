// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_legend.h"

#include <QFontMetricsF>
#include <QPainter>

#include "ui/look/theme.h"

namespace duelo::ui {

LegendEntry seriesLegend(const QString& name, int style, double line_width_px) {
    return {name, [=](QPainter& painter, const QRectF& box) {
                const SeriesStyle look = seriesStyle(style);
                const double y = box.center().y();
                painter.setPen(look.pen(line_width_px));
                painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
                drawMarker(painter, look, box.center(), box.height() * 0.5, tokens().surface);
            }};
}

void ChartLegend::lay(std::vector<LegendEntry> entries, const QFont& font, double max_width_px,
                      double sample_em) {
    m_cells.clear();
    m_size = {};
    m_font = font;
    const QFontMetricsF metrics(font);
    const double row = metrics.height() * 1.25, between = metrics.height();
    const double sample = metrics.height() * sample_em, gap = metrics.height() * 0.4;
    QPointF at(0, 0);
    for (LegendEntry& entry : entries) {
        const double room = qMax(0.0, max_width_px - sample - gap);
        entry.text = metrics.elidedText(entry.text, Qt::ElideRight, room);
        const double text = metrics.horizontalAdvance(entry.text);
        if (at.x() > 0 && at.x() + sample + gap + text > max_width_px) at = {0, at.y() + row};
        const QRectF box(at.x(), at.y() + row * 0.15, sample, row * 0.7);
        const QRectF words(box.right() + gap, at.y(), text + 1, row);
        m_size = m_size.expandedTo({words.right(), at.y() + row});
        at.setX(words.right() + between);
        m_cells.push_back({std::move(entry), box, words});
    }
}

void ChartLegend::draw(QPainter& painter, QPointF topLeft) const {
    painter.setFont(m_font);
    for (const Cell& cell : m_cells) {
        cell.entry.drawSample(painter, cell.sample.translated(topLeft));
        painter.setPen(tokens().text);
        painter.drawText(cell.text.translated(topLeft), Qt::AlignLeft | Qt::AlignVCenter,
                         cell.entry.text);
    }
}

}  // namespace duelo::ui
