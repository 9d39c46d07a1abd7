// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_marks.h"

#include <QFontMetricsF>

#include "ui/look/letters.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

QString shortened(const QString& name, const QFontMetricsF& metrics, double room_px) {
    const qsizetype file = name.lastIndexOf(QLatin1String(" ["));
    if (file < 0 || !name.endsWith(QLatin1Char(']')))
        return metrics.elidedText(name, Qt::ElideMiddle, room_px);
    const QString before = name.left(file + 2), after(QLatin1Char(']'));
    const double rest = room_px - metrics.horizontalAdvance(before + after);
    if (rest < letters_px(metrics, 6))
        return metrics.elidedText(name.left(file), Qt::ElideRight, room_px);
    return before + metrics.elidedText(name.mid(file + 2).chopped(1), Qt::ElideMiddle, rest) +
           after;
}

}  // namespace

std::string shortenedName(const std::string& name, const QFont& letters, double room_px) {
    return shortened(qs(name), QFontMetricsF(letters), room_px).toStdString();
}

}  // namespace duelo::ui
