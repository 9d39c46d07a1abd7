// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duelo::ui {

/// Qt breaks lines at every space and nowhere else. A long file name would be cut or make its place
/// wider than it is: such words may break behind their own signs. A figure keeps its unit.
[[nodiscard]] QString breakable(const QString& line);

/// Lets words that no line holds break anywhere: of a text from outside, which is a single one.
[[nodiscard]] QString withoutEndlessWords(const QString& text);

}  // namespace duelo::ui
