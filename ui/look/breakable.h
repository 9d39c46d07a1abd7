// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duelo::ui {

/// Qt breaks lines at spaces only, and a long file name would be cut or make its place wider than
/// it is: such words may break behind their own signs.
[[nodiscard]] QString breakable(const QString& line);

}  // namespace duelo::ui
