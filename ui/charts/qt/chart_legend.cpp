// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/qt/chart_legend.h"

#include <algorithm>

#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>

#include "ui/charts/qt/signs.h"
#include "ui/look/settings.h"
#include "ui/look/theme.h"

namespace duelo::ui {

ChartLegend::ChartLegend(QChart& chart) : m_chart(chart) {
    QLegend& legend = *m_chart.legend();
    legend.detachFromChart();
    legend.setBackgroundVisible(false);
    legend.setMarkerShape(QLegend::MarkerShapeFromSeries);
    legend.setShowToolTips(false);
    legend.layout()->setContentsMargins(0, 0, 0, 0);
}

void ChartLegend::makeKeys(const std::vector<LegendEntry>& entries) {
    const auto isAs = [](const QXYSeries* key, const LegendEntry& entry) {
        return (key->type() == QAbstractSeries::SeriesTypeScatter) == entry.sign.has_value();
    };
    if (std::ranges::equal(m_keys, entries, isAs)) return;
    for (QXYSeries* key : m_keys) {
        m_chart.removeSeries(key);
        delete key;
    }
    m_keys.clear();
    for (const LegendEntry& entry : entries) {
        if (entry.sign)
            m_keys.push_back(new QScatterSeries);
        else
            m_keys.push_back(new QLineSeries);
        m_chart.addSeries(m_keys.back());
    }
}

double ChartLegend::show(const std::vector<LegendEntry>& entries, const PainterCanvas& canvas,
                         double top, double most, double ratio) {
    Shown wanted{entries, canvas.letters(), tokens().text, canvas.width, top, most, ratio};
    if (wanted == m_shown) return m_height;
    m_shown = std::move(wanted);
    makeKeys(entries);
    QLegend& legend = *m_chart.legend();
    legend.setFont(m_shown.letters);
    legend.setLabelColor(m_shown.ink);
    m_height = 0;
    // Names with a file behind them have a row each, and would leave the plot none.
    for (int beside = 1; beside <= kMostBesideEachOther && !entries.empty(); ++beside) {
        const double widest = fillKeys(canvas, beside);
        m_height = place({canvas.edge(), top}, canvas.room(), widest);
        if (m_height <= most) break;
    }
    return m_height;
}

double ChartLegend::fillKeys(const PainterCanvas& canvas, int beside) {
    // Qt has the sign and its margins before a name, and no room between two entries.
    const double sign = canvas.markerSize() * 1.5 + 16;
    const QString apart(QChar(0x2003));
    double widest = 0;
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        const LegendEntry& entry = m_shown.entries[i];
        // Qt cuts a name that is wider than the legend; it takes one that has several lines.
        QStringList lines;
        const double room = canvas.room() / beside - sign - canvas.font();
        for (const std::string& line :
             beside > 1 ? std::vector{shortenedName(entry.name, m_shown.letters, room)}
                        : canvas.wrapped(entry.name, room)) {
            lines.append(qs(line).toHtmlEscaped() + apart);
            widest = std::max(widest, sign + canvas.font() + canvas.widthOf(line));
        }
        m_keys[i]->setName(lines.join(QLatin1String("<br>")));
        m_keys[i]->setPen(entry.line.value_or(QPen(entry.colour)));
        if (entry.sign)
            setSign(*m_keys[i], {*entry.sign, entry.colour, canvas.markerSize(), entry.filled},
                    m_shown.ratio);
    }
    return widest;
}

void ChartLegend::showAgain() {
    QLegend& legend = *m_chart.legend();
    const auto isHidden = [](const QGraphicsItem* item) { return !item->isVisible(); };
    if (m_keys.empty() || std::ranges::none_of(legend.childItems(), isHidden)) return;
    legend.layout()->invalidate();
    legend.layout()->activate();
}

QRectF ChartLegend::laid(const QPointF& at, double width_px, Qt::Alignment align) {
    QLegend& legend = *m_chart.legend();
    legend.setAlignment(align);
    legend.setGeometry(QRectF(at, QSizeF(width_px, m_chart.size().height())));
    legend.layout()->invalidate();
    legend.layout()->activate();
    QRectF covered;
    for (const QGraphicsItem* item : legend.childItems())
        covered |= item->mapRectToParent(item->childrenBoundingRect());
    return covered;
}

double ChartLegend::place(const QPointF& at, double width_px, double widest_px) {
    // Qt begins a new row where the entry before would not find room, so that a long one after a
    // short one leaves the row; narrower rows break before it.
    for (double width = width_px; width >= widest_px; width -= width_px / 8) {
        const QRectF covered = laid(at, width, Qt::AlignTop);
        if (covered.right() <= width_px) return covered.bottom();
    }
    return laid(at, width_px, Qt::AlignLeft).bottom();
}

}  // namespace duelo::ui
