// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/qt/chart_view.h"

#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>

namespace duelo::ui {

QChartView* makeChartView(QWidget* widget) {
    auto* chart = new QChart;
    chart->setBackgroundRoundness(0);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setAnimationOptions(QChart::NoAnimation);
    auto* view = new QChartView(chart, widget);
    view->setFrameShape(QFrame::NoFrame);
    view->setFocusPolicy(Qt::NoFocus);
    view->setAttribute(Qt::WA_TransparentForMouseEvents);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return view;
}

}  // namespace duelo::ui
