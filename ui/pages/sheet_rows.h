// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include "base/text.h"
#include "machine/probe_sheet.h"
#include "record/record.h"

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

/// A sheet as tables: machine, GPU, clock, engine and libraries, environment, state, models. What
/// it lacks has no section. Anything may be in what a sheet keeps of a newer Duelo: depth and
/// length are bounded, text from outside is made visible.
[[nodiscard]] QVector<SheetSection> sheetSections(const ProbeSheet& sheet, const Text& text);
/// Returns the facts that a file tells of the PC that measured it.
[[nodiscard]] QVector<SheetSection> sheetSections(const Header& header, const Text& text);

}  // namespace duelo::ui
