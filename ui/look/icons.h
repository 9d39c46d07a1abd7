// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace duelo::ui {

/// A drawing of resources/icons in the text colour of the theme in force, chosen ones in the
/// accent's; sharp at every scale. Ask again after a change of theme.
[[nodiscard]] QIcon icon(const QString& name);

/// The program's own, in its own colours.
[[nodiscard]] QIcon programIcon();

}  // namespace duelo::ui
