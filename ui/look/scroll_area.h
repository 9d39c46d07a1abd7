// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

class QScrollArea;
class QWidget;

namespace duelo::ui {

/// Scrolls up and down only, as wide as it is, and looks as if it was not there; no stop of the
/// Tab key.
void makePlain(QScrollArea& area);

/// How far down each area and table of a page is; for one that is built anew in its place, with as
/// many of them. That one has no height yet: it goes there as soon as it has.
[[nodiscard]] Json scrollState(const QWidget& page);
void setScrollState(QWidget& page, const Json& state);

}  // namespace duelo::ui
