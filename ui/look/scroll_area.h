// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;

namespace duelo::ui {

/// Scrolls up and down only, as wide as it is, and looks as if it was not there; no stop of the
/// Tab key.
void makePlain(QScrollArea& area);

}  // namespace duelo::ui
