// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QPainterPath>
#include <QStringView>

namespace duelo::ui {

/// Returns the path of an SVG's `d`: all commands but quadratic curves, and arcs that are not
/// turned. Absent: it has others, or is no path.
[[nodiscard]] std::optional<QPainterPath> svgPath(QStringView d);

}  // namespace duelo::ui
