// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>

#include "report/part_look.h"

namespace duelo::ui {

/// The colour and the pattern of a part of the time, its lines `step_px` apart. `ratio`: pixels of
/// the device in one.
[[nodiscard]] QBrush partBrush(const PartLook& look, double step_px, double ratio);

}  // namespace duelo::ui
