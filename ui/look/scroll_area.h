// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

class QScrollArea;
class QWidget;

namespace duelo::ui {

/// Scrolls up and down only, as wide as it is, and looks as if it was not there; no stop of the
/// Tab key.
void makePlain(QScrollArea& area);

/// Returns the positions of all scroll bars of a page, for a page that is built anew in its place
/// with as many of them. The new page has no height yet: it scrolls there as soon as it has one.
[[nodiscard]] Json scrollState(const QWidget& page);
void setScrollState(QWidget& page, const Json& state);

}  // namespace duelo::ui
