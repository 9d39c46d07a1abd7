// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duelo::ui {

/// Returns a text as it is searched: without accents and case, so that "nucleo" finds "Núcleo".
[[nodiscard]] QString searchKey(const QString& text);

}  // namespace duelo::ui
