// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/scroll_area.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>

namespace duelo::ui {

namespace {

/// Until a page that was shown has its heights: it is laid out in several steps.
constexpr int kLayout_ms = 1000;

QList<QScrollBar*> barsOf(const QWidget& page) {
    QList<QScrollBar*> bars;
    for (const QWidget* part : QList<const QWidget*>{&page} + page.findChildren<const QWidget*>())
        if (qobject_cast<const QScrollArea*>(part) || qobject_cast<const QTableView*>(part))
            bars << static_cast<const QAbstractScrollArea*>(part)->verticalScrollBar();
    return bars;
}

}  // namespace

void makePlain(QScrollArea& area) {
    area.setWidgetResizable(true);
    area.setFrameShape(QFrame::NoFrame);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area.setFocusPolicy(Qt::NoFocus);
}

Json scrollState(const QWidget& page) {
    Json state = Json::array();
    for (const QScrollBar* bar : barsOf(page))
        state.push_back(bar->value() / qMax(1.0, static_cast<double>(bar->maximum())));
    return state;
}

void setScrollState(QWidget& page, const Json& state) {
    const QList<QScrollBar*> bars = barsOf(page);
    for (qsizetype i = 0; i < bars.size() && state.size() == static_cast<std::size_t>(bars.size());
         ++i) {
        const auto share = state[static_cast<std::size_t>(i)].get<double>();
        if (share == 0) continue;
        auto* until = new QTimer(bars[i]);
        until->setSingleShot(true);
        QObject::connect(bars[i], &QScrollBar::rangeChanged, until,
                         [bar = bars[i], share, until](int, int high) {
                             bar->setValue(qRound(share * high));
                             until->start(kLayout_ms);
                         });
        // Or until somebody goes elsewhere.
        QObject::connect(bars[i], &QScrollBar::actionTriggered, until, &QObject::deleteLater);
        QObject::connect(until, &QTimer::timeout, until, &QObject::deleteLater);
    }
}

}  // namespace duelo::ui
