// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/letters.h"

#include <QFontMetricsF>
#include <QStringView>

namespace duelo::ui {

int letters_px(const QFontMetricsF& metrics, int count) {
    // Letters and blanks about as often as Spanish and English have them.
    constexpr QStringView kText = u"el tiempo de la media con dos hilos y un intervalo corto";
    double all_px = 0;
    for (const QChar letter : kText) all_px += metrics.horizontalAdvance(letter);
    return qRound(count * all_px / static_cast<double>(kText.size()));
}

}  // namespace duelo::ui
