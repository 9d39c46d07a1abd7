// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bars_view.h"

#include <algorithm>
#include <set>
#include <utility>

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QLegend>
#include <QValueAxis>

#include "ui/charts/chart.h"
#include "ui/charts/qt/chart_view.h"
#include "ui/charts/qt/layer.h"
#include "ui/charts/qt/part_brush.h"
#include "ui/look/theme.h"

namespace duelo::ui {

/// Qt's objects of the chart, which keep each other. All bars are as far apart from each other.
struct BarsView::Drawn {
    using LengthOf = std::function<double(const BarsValue::Bar&)>;

    Drawn(QWidget* widget, std::function<void(QPainter&)> around)
        : view(makeChartView(widget)),
          chart(*view->chart()),
          series(new QHorizontalStackedBarSeries),
          y(new QBarCategoryAxis),
          x(new QValueAxis),
          overlay(new Layer(&chart, std::move(around))) {
        chart.legend()->hide();
        chart.addSeries(series);
        chart.addAxis(y, Qt::AlignLeft);
        chart.addAxis(x, Qt::AlignBottom);
        for (QAbstractAxis* axis :
             {static_cast<QAbstractAxis*>(y), static_cast<QAbstractAxis*>(x)}) {
            series->attachAxis(axis);
            axis->setVisible(false);
        }
    }

    void fillSet(const BarRows& rows, std::size_t index, const QBrush& brush, const QPen& pen,
                 const LengthOf& lengthOf) {
        QList<qreal> lengths;
        // Qt puts the first at the foot.
        for (std::size_t i = rows.shown; i-- > 0;)
            lengths.append(rows.rows[i].bar ? lengthOf(*rows.rows[i].bar) : 0);
        if (index == sets.size()) {
            sets.push_back(new QBarSet({}));
            sets.back()->append(lengths);
            series->append(sets.back());
        }
        QBarSet& set = *sets[index];
        set.setBrush(brush);
        set.setPen(pen);
        for (qsizetype i = 0; i < std::min<qsizetype>(lengths.size(), set.count()); ++i)
            if (set.at(static_cast<int>(i)) != lengths[i])
                set.replace(static_cast<int>(i), lengths[i]);
        if (set.count() > lengths.size())
            set.remove(static_cast<int>(lengths.size()),
                       set.count() - static_cast<int>(lengths.size()));
        while (set.count() < lengths.size()) set.append(lengths[set.count()]);
    }

    /// The lengths in ms of the parts, or of the whole bars, that look alike, a set each.
    void placeSets(const BarsValue& value, const BarRows& rows, double step_px, double ratio) {
        std::size_t used = 0;
        const std::vector<BarsValue::Part> parts = value.legend();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto lengthOf = [&](const BarsValue::Bar& bar) {
                double ms = 0;
                for (const BarsValue::Part& part : bar.parts)
                    if (part.id == parts[i].id) ms += part.drawnMs();
                return ms;
            };
            const PartLook look = partLook(parts[i].id, i);
            // A gap between neighbours, which may look alike where they are a few pixels wide; what
            // is no part has an edge, where no bar lacks it, because Qt draws those of nothing too.
            const bool edged = !look.style && std::ranges::all_of(value.bars, [&](const auto& bar) {
                return lengthOf(bar) > 0;
            });
            fillSet(rows, used++, partBrush(look, step_px, ratio),
                    QPen(edged ? tokens().muted : tokens().surface, 1), lengthOf);
        }
        // A set has one look, so that bars of another style stand in another.
        std::set<std::pair<bool, int>> looks;
        for (const BarsValue::Bar& bar : value.bars)
            if (bar.parts.empty()) looks.insert({bar.final, bar.final ? bar.style : 0});
        for (const auto& [final, style] : looks)
            fillSet(rows, used++,
                    final ? partBrush(barLook(style), step_px, ratio) : QBrush(tokens().muted),
                    Qt::NoPen, [&](const BarsValue::Bar& bar) {
                        const bool alike = bar.parts.empty() && bar.final == final &&
                                           (!final || bar.style == style);
                        return alike ? bar.drawnMs() : 0;
                    });
        for (; sets.size() > used; sets.pop_back()) series->remove(sets.back());
    }

    QChartView* view;
    QChart& chart;
    QHorizontalStackedBarSeries* series;
    std::vector<QBarSet*> sets{};  ///< owned by the series
    QBarCategoryAxis* y;
    QValueAxis* x;
    Layer* overlay;
};

BarsView::BarsView(Chart& chart, std::function<void(QPainter&)> around)
    : m_chart(chart), m_drawn(new Drawn(&chart, std::move(around))) {}

BarsView::~BarsView() = default;

void BarsView::show(const BarsValue& value, const BarRows& rows) {
    Drawn& drawn = *m_drawn;
    drawn.chart.setBackgroundBrush(tokens().surface);
    drawn.view->setBackgroundBrush(tokens().surface);
    drawn.view->setRenderHint(QPainter::Antialiasing, !m_chart.isLive());
    drawn.view->setGeometry(m_chart.rect());
    drawn.chart.resize(m_chart.size());
    drawn.overlay->setSize(m_chart.size());
    drawn.overlay->update();
    drawn.series->setVisible(!m_chart.isEmpty());
    if (m_chart.isEmpty()) return;
    const PainterCanvas canvas = m_chart.canvasOn(nullptr);
    drawn.placeSets(value, rows, canvas.px(6), m_chart.devicePixelRatioF());
    QStringList categories;
    for (std::size_t i = 0; i < rows.shown; ++i) categories.append(QString::number(i));
    if (categories != drawn.y->categories()) drawn.y->setCategories(categories);
    const double longest = value.longestMs();
    drawn.x->setRange(0, longest);
    drawn.series->setBarWidth(rows.bar / rows.pitch);
    // Qt centres a bar in its row; here it stands below its name.
    const double gap = rows.pitch - rows.name - rows.bar;
    drawn.chart.setPlotArea({canvas.edge(), rows.top + (rows.name - gap) / 2, longest * rows.unit,
                             rows.pitch * static_cast<double>(rows.shown)});
    drawn.chart.layout()->invalidate();
    drawn.chart.layout()->activate();
}

void BarsView::update() {
    m_drawn->overlay->update();
}

}  // namespace duelo::ui
