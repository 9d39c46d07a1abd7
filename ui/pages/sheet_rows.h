// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include "base/text.h"

namespace duelo::ui {

/// One line of a sheet in words.
struct SheetRow {
    QString key;  ///< names the same thing in another PC's sheet
    QString label, value;
    bool comparable = true;  ///< false: differs between any two PCs or from minute to minute
};

struct SheetSection {
    QString title;
    QVector<SheetRow> rows;
};

/// A probe sheet, a record header or a bare machine sheet as tables: machine, state, GPU, engine
/// and libraries, clock, models, environment. What a sheet lacks has no section. Anything may be
/// inside: depth and length are bounded, text from outside is made visible.
[[nodiscard]] QVector<SheetSection> sheetSections(const Json& sheet, const Text& text);

}  // namespace duelo::ui
