// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/qt/tick_axis.h"

#include <algorithm>

#include <QSignalBlocker>

#include "ui/look/settings.h"

namespace duelo::ui {

TickAxis::TickAxis(QObject* parent) : QCategoryAxis(parent) {
    setLabelsPosition(AxisLabelsPositionOnValue);
    setTruncateLabels(false);
    setStartValue(-1);  // where Qt draws a tick of its own, which is none of the scale's
    setRange(0, 1);
}

void TickAxis::setScale(const AxisScale& scale, std::span<const AxisTick> labelled) {
    QList<std::pair<double, QString>> ticks;
    for (const AxisTick& tick : scale.ticks) {
        const bool written =
            std::ranges::find(labelled, tick.value, &AxisTick::value) != labelled.end();
        ticks.append({scale.at(tick.value), written ? qs(tick.label) : QString()});
    }
    setTicks(ticks);
}

void TickAxis::setLines(const AxisScale& scale, std::span<const double> values) {
    QList<std::pair<double, QString>> ticks;
    for (const double value : values) ticks.append({scale.at(value), QString()});
    setTicks(ticks);
}

void TickAxis::setTicks(const QList<std::pair<double, QString>>& ticks) {
    if (ticks == m_ticks) return;
    m_ticks = ticks;
    {
        const QSignalBlocker once(this);
        for (const QString& category : categoriesLabels()) remove(category);
        QString apart;  // no two categories may have the same name, nor one none
        for (const auto& [at, label] : ticks)  // Qt takes a label for HTML
            append(label.toHtmlEscaped() + (apart += QChar(0x200B)), at);
    }
    Q_EMIT categoriesChanged();
}

}  // namespace duelo::ui
