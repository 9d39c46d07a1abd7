// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/search_key.h"

namespace duelo::ui {

QString searchKey(const QString& text) {
    QString out;
    for (const QChar c : text.normalized(QString::NormalizationForm_D))
        if (c.category() != QChar::Mark_NonSpacing) out.append(c);
    return out.toCaseFolded();
}

}  // namespace duelo::ui
